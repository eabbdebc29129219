// Runs networks by onnxruntime and compares what it gives with what we gave. usage: node compare.js FILE...
// NAME.json beside NAME.onnx has cases: inputs and our outputs. Prints one line for each network that differs, and a
// last line with counts. Needs the package onnxruntime-node (NODE_PATH).
'use strict';
const fs = require('fs');
const ort = require('onnxruntime-node');

const ARRAYS = {float: ['float32', Float32Array], double: ['float64', Float64Array], int64: ['int64', BigInt64Array],
  uint64: ['uint64', BigUint64Array], int32: ['int32', Int32Array], uint32: ['uint32', Uint32Array],
  int16: ['int16', Int16Array], uint16: ['uint16', Uint16Array], int8: ['int8', Int8Array],
  uint8: ['uint8', Uint8Array], bool: ['bool', Uint8Array]};

function number(text) {
  return text === 'nan' ? NaN : text === 'inf' ? Infinity : text === '-inf' ? -Infinity : Number(text);
}

function tensor(from) {
  const [type, array] = ARRAYS[from.type];
  const big = array === BigInt64Array || array === BigUint64Array;
  return new ort.Tensor(type, array.from(from.data, big ? BigInt : number), from.dims);
}

// The largest difference, as a part of the size of the numbers around.
function difference(ours, theirs) {
  if (ours.data.length !== theirs.data.length || ours.dims.join() !== theirs.dims.join()) return Infinity;
  let size = 0, most = 0;
  for (const text of ours.data) {
    const x = Math.abs(number(text));
    if (isFinite(x)) size = Math.max(size, x);
  }
  for (let i = 0; i < ours.data.length; i++) {
    const x = number(ours.data[i]), y = Number(theirs.data[i]);
    if (Object.is(x, y) || x === y || (isNaN(x) && isNaN(y))) continue;
    const d = Math.abs(x - y) / Math.max(size, 1e-30);
    most = Math.max(most, isNaN(d) ? Infinity : d);
  }
  return most;
}

async function main() {
  let refused = 0, differ = 0, cases = 0, worst = 0;
  const options = {intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'disabled', logSeverityLevel: 4};
  for (const path of process.argv.slice(2)) {
    const told = JSON.parse(fs.readFileSync(path.replace(/\.onnx$/, '.json'), 'utf8'));
    try {
      const session = await ort.InferenceSession.create(told.model || path, options);
      for (const one of told.cases) {
        const feeds = {};
        for (const name of Object.keys(one.inputs)) feeds[name] = tensor(one.inputs[name]);
        const results = await session.run(feeds);
        for (const name of Object.keys(one.outputs)) {
          const d = difference(one.outputs[name], results[name]);
          cases++;
          worst = Math.max(worst, d);
          if (!(d <= told.tolerance)) {
            differ++;
            console.log(`differs ${path} ${name} by ${d}`);
            break;
          }
        }
      }
      await session.release();
    } catch (error) {
      const text = String(error.message || error);
      if (/NOT_IMPLEMENTED|Could not find an implementation/.test(text)) console.log(`unimplemented ${path}`);
      else {
        refused++;
        console.log(`refused ${path}: ${text.slice(0, 300)}`);
      }
    }
  }
  console.log(`outputs ${cases} differing ${differ} refused ${refused} largest ${worst}`);
}

main();
