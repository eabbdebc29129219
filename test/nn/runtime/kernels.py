"""Networks of one operator each, as text (test/support/network.h): lines NAME OPSET TEXT for operators that random
graphs do not draw. usage: kernels.py COUNT SEED"""

import random
import sys


def dims(*extents):
    return "[" + ",".join(map(str, extents)) + "]"


def numbers(count, low=-1.0, high=1.0):
    return ",".join(f"{random.uniform(low, high):.4f}" for _ in range(count))


def wholes(count, low, high):
    return ",".join(str(random.randint(low, high)) for _ in range(count))


def pick(*choices):
    return random.choice(choices)


def size(shape):
    product = 1
    for extent in shape:
        product *= extent
    return product


def shape(rank, low=1, high=4):
    return [random.randint(low, high) for _ in range(rank)]


def constant(name, kind, extents, low=-3, high=3):
    made = numbers(size(extents), low, high) if kind in ("float", "double") else wholes(size(extents), low, high)
    return f"{name}:{kind}{dims(*extents)}={made}; "


def ints(name, values):
    return f"{name}:int64[{len(values)}]={','.join(map(str, values))}; "


MAKERS = {}


def maker(*names):
    def keep(function):
        for name in names:
            MAKERS[name] = function
        return function
    return keep


@maker("HannWindow", "HammingWindow", "BlackmanWindow")
def taper(name):
    # A variable is added, so that the result is not a constant.
    n = random.randint(2, 9)
    return 17, f"x:float[{n}]; n:int64[]={n}; w = {name}(n) periodic={pick(0, 1)}; y = Add(x, w); -> y"


@maker("CenterCropPad")
def center(name):
    s = shape(3, 1, 6)
    t = shape(3, 1, 6)
    return 18, f"x:float{dims(*s)}; " + ints("t", t) + f"y = {name}(x, t); -> y"


@maker("Col2Im")
def col2im(name):
    k, stride, n, c = shape(2, 1, 2), pick(1, 2), random.randint(1, 2), random.randint(1, 2)
    image = shape(2, 2, 5)
    places = [(image[i] - k[i]) // stride + 1 for i in (0, 1)]
    return 18, (f"x:float{dims(n, c * size(k), size(places))}; " + ints("i", image) + ints("k", k)
                + f"y = {name}(x, i, k) strides=[{stride},{stride}]; -> y")


@maker("Compress")
def compress(name):
    s = shape(2, 2, 4)
    axis = pick(0, 1, None)
    count = size(s) if axis is None else s[axis]
    attribute = "" if axis is None else f" axis={axis}"
    return 11, (f"x:float{dims(*s)}; c:bool[{count}]=1,{wholes(count - 1, 0, 1)}; y = {name}(x, c){attribute}; -> y")


def window(low=1, high=3):
    return (f"kernel_shape=[{low},{high}]",)


@maker("ConvInteger")
def conv_integer(name):
    c, f = random.randint(1, 3), random.randint(1, 3)
    k = shape(2, 1, 3)
    zero = pick("", ", z", ", z, v")
    return 13, (f"x:uint8{dims(1, c, 5, 5)}; " + constant("w", "uint8", [f, c, *k], 0, 9) + "z:uint8[]=2; v:uint8[]=3; "
                + f"y = {name}(x, w{zero}) pads=[1,0,1,0]; -> y")


@maker("MatMulInteger")
def matmul_integer(name):
    m, k, n = shape(3, 1, 5)
    zero = pick("", ", z", ", z, v")
    return 13, (f"x:uint8{dims(m, k)}; " + constant("w", "uint8", [k, n], 0, 200) + "z:uint8[]=2; v:uint8[]=3; "
                + f"y = {name}(x, w{zero}); -> y")


@maker("QLinearMatMul")
def qlinear_matmul(name):
    m, k, n = shape(3, 1, 5)
    return 13, (f"x:uint8{dims(m, k)}; s:float[]=0.03; z:uint8[]=2; " + constant("w", "uint8", [k, n], 0, 200)
                + "t:float[]=0.02; v:uint8[]=100; u:float[]=0.11; q:uint8[]=128; "
                + f"y = {name}(x, s, z, w, t, v, u, q); -> y")


@maker("QLinearConv")
def qlinear_conv(name):
    c, f = random.randint(1, 3), random.randint(1, 3)
    bias = pick("", ", b")
    return 13, (f"x:uint8{dims(1, c, 5, 5)}; s:float[]=0.03; z:uint8[]=2; " + constant("w", "uint8", [f, c, 2, 2], 0, 200)
                + "t:float[]=0.02; v:uint8[]=100; u:float[]=0.11; q:uint8[]=128; " + constant("b", "int32", [f], -50, 50)
                + f"y = {name}(x, s, z, w, t, v, u, q{bias}); -> y")


@maker("QuantizeLinear")
def quantize(name):
    s = shape(2)
    per = pick(True, False)
    kind = pick("uint8", "int8")
    count = f"[{s[1]}]" if per else "[]"
    n = s[1] if per else 1
    return 13, (f"x:float{dims(*s)}; s:float{count}={numbers(n, 0.01, 0.1)}; z:{kind}{count}={wholes(n, 0, 20)}; "
                f"y = {name}(x, s, z); w = Cast(y) to=1; -> w")


@maker("DequantizeLinear")
def dequantize(name):
    s = shape(2)
    per = pick(True, False)
    count = f"[{s[1]}]" if per else "[]"
    n = s[1] if per else 1
    return 13, (f"x:uint8{dims(*s)}; s:float{count}={numbers(n, 0.01, 0.1)}; z:uint8{count}={wholes(n, 0, 20)}; "
                f"y = {name}(x, s, z); -> y")


@maker("DynamicQuantizeLinear")
def dynamic(name):
    return 13, f"x:float{dims(*shape(2, 1, 5))}; y, s, z = {name}(x); w = Cast(y) to=1; -> w, s"


@maker("ConvTranspose")
def conv_transpose(name):
    group = pick(1, 1, 2)
    c, f = group * random.randint(1, 2), random.randint(1, 3)
    k, stride = shape(2, 1, 3), pick(1, 2)
    more = pick("", f" output_padding=[{stride - 1},0]", " pads=[1,0,0,1]" if min(k) > 1 else "", " dilations=[2,1]",
                " auto_pad=VALID")
    bias = pick("", ", b")
    return 13, (f"x:float{dims(pick(1, 2), c, *shape(2, 2, 4))}; " + constant("w", "float", [c, f, *k])
                + constant("b", "float", [f * group]) + f"y = {name}(x, w{bias}) group={group} strides=[{stride},{stride}]"
                + more + "; -> y")


@maker("DFT")
def dft(name):
    n, parts = random.randint(1, 8), pick(1, 2)
    onesided = pick(0, 1) if parts == 1 else 0
    inverse = 0 if onesided else pick(0, 1)
    return 17, f"x:float{dims(2, n, parts)}; y = {name}(x) axis=1 inverse={inverse} onesided={onesided}; -> y"


@maker("STFT")
def stft(name):
    length, frame, step = random.randint(6, 16), random.randint(2, 6), random.randint(1, 3)
    return 17, (f"x:float{dims(1, length, 1)}; s:int64[]={step}; f:int64[]={frame}; " + constant("w", "float", [frame], 0, 1)
                + f"y = {name}(x, s, w, f) onesided={pick(0, 1)}; -> y")


@maker("MelWeightMatrix")
def mel(name):
    bins, length = random.randint(2, 8), pick(16, 32, 64)
    return 17, (f"x:float[1]; b:int64[]={bins}; l:int64[]={length}; r:int64[]=8192; f:float[]=0; t:float[]=4096; "
                f"m = {name}(b, l, r, f, t); y = Add(x, m); -> y")


@maker("DeformConv")
def deform(name):
    c, f, k = random.randint(1, 2), random.randint(1, 2), 2
    h, w = shape(2, 3, 5)
    return 19, (f"x:float{dims(1, c, h, w)}; " + constant("w", "float", [f, c, k, k])
                + constant("o", "float", [1, 2 * k * k, h - 1, w - 1], -1, 1) + f"y = {name}(x, w, o); -> y")


@maker("Det")
def det(name):
    n = random.randint(1, 4)
    return 13, f"x:float{dims(2, n, n)}; y = {name}(x); -> y"


@maker("Einsum")
def einsum(name):
    i, j, k, b = shape(4)
    form = random.randint(0, 6)
    sizes = {"i": i, "j": j, "k": k, "b": b}
    equation = ["ij,jk->ik", "bij,bjk->bik", "ij->ji", "ij->i", "ii->i", "...ij,...jk->...ik", "ij,jk"][form]
    left = equation.split("->")[0].split(",")
    def extents(term):
        return ([b] if term.startswith("...") else []) + [sizes[x] for x in term.replace("...", "")]
    first = f"x:float{dims(*extents(left[0]))}; "
    if len(left) == 1:
        return 12, first + f'y = {name}(x) equation="{equation}"; -> y'
    return 12, first + constant("w", "float", extents(left[1])) + f'y = {name}(x, w) equation="{equation}"; -> y'


@maker("EyeLike")
def eye(name):
    return 9, f"x:float{dims(*shape(2, 1, 5))}; e = {name}(x) k={random.randint(-3, 3)}; y = Add(x, e); -> y"


def recurrent(name, gates):
    hidden, inputs, steps, batch = shape(4, 1, 3)
    direction = pick("forward", "reverse", "bidirectional")
    d = 2 if direction == "bidirectional" else 1
    bias, state = pick("_", "b"), pick("_", "h")
    more = ""
    if name == "GRU":
        more = f" linear_before_reset={pick(0, 1)}"
    cell, sums = "", ""
    if name == "LSTM":
        cell = f", {pick('_', 'c')}, {pick('_', 'p')}"
        sums = constant("c", "float", [d, batch, hidden]) + constant("p", "float", [d, 3 * hidden])
    if pick(True, False):
        more += " clip=0.5"
    if name == "RNN" and pick(True, False):
        more += " activations=[" + ",".join(["Relu"] * d) + "]"
    outputs = "y, h1, c1" if name == "LSTM" else "y, h1"
    return 14, (f"x:float{dims(steps, batch, inputs)}; " + constant("w", "float", [d, gates * hidden, inputs], -1, 1)
                + constant("r", "float", [d, gates * hidden, hidden], -1, 1)
                + constant("b", "float", [d, 2 * gates * hidden], -1, 1) + constant("h", "float", [d, batch, hidden], -1, 1)
                + sums + f"{outputs} = {name}(x, w, r, {bias}, _, {state}{cell}) hidden_size={hidden} direction={direction}{more}; "
                + f"-> {outputs}")


@maker("RNN")
def rnn(name):
    return recurrent(name, 1)


@maker("GRU")
def gru(name):
    return recurrent(name, 3)


@maker("LSTM")
def lstm(name):
    return recurrent(name, 4)


@maker("GatherND")
def gather_nd(name):
    s = shape(3, 2, 4)
    depth, count = random.randint(1, 3), random.randint(1, 3)
    indices = [str(random.randint(-s[d], s[d] - 1)) for _ in range(count) for d in range(depth)]
    return 13, f"x:float{dims(*s)}; i:int64{dims(count, depth)}={','.join(indices)}; y = {name}(x, i); -> y"


@maker("GridSample")
def grid_sample(name):
    s = [1, random.randint(1, 2), *shape(2, 2, 5)]
    g = [1, *shape(2, 1, 3), 2]
    mode = pick("bilinear", "nearest", "bicubic")
    return 16, (f"x:float{dims(*s)}; " + constant("g", "float", g, -1.4, 1.4)
                + f"y = {name}(x, g) mode={mode} padding_mode={pick('zeros', 'border', 'reflection')} "
                + f"align_corners={pick(0, 1)}; -> y")


@maker("GroupNormalization")
def group_normalization(name):
    return 18, (f"x:float{dims(2, 4, 3, 3)}; " + constant("s", "float", [2]) + constant("b", "float", [2])
                + f"y = {name}(x, s, b) num_groups=2; -> y")


@maker("MaxRoiPool")
def max_roi_pool(name):
    return 13, (f"x:float{dims(1, 2, 6, 6)}; r:float[2,5]=0,{wholes(2, 0, 2)},{wholes(2, 3, 5)},0,{wholes(2, 0, 2)},{wholes(2, 3, 5)}; "
                f"y = {name}(x, r) pooled_shape=[2,2]; -> y")


@maker("RoiAlign")
def roi_align(name):
    opset = pick(10, 16)
    mode = "" if opset < 16 else f" coordinate_transformation_mode={pick('half_pixel', 'output_half_pixel')}"
    return opset, (f"x:float{dims(2, 2, 6, 6)}; r:float[2,4]={numbers(2, 0, 2)},{numbers(2, 3, 5)},{numbers(2, 0, 2)},{numbers(2, 3, 5)}; "
                   f"b:int64[2]={wholes(2, 0, 1)}; y = {name}(x, r, b) output_height=2 output_width=2 mode={pick('avg', 'max')} "
                   f"sampling_ratio={pick(0, 2)}{mode}; -> y")


@maker("MaxUnpool")
def max_unpool(name):
    n = random.randint(2, 5)
    return 13, (f"x:float{dims(1, 2, 2 * n, 4)}; p, i = MaxPool(x) kernel_shape=[2,2] strides=[2,2]; "
                f"y = {name}(p, i) kernel_shape=[2,2] strides=[2,2]; -> y")


@maker("MeanVarianceNormalization")
def mean_variance(name):
    return 13, f"x:float{dims(*shape(4, 2, 3))}; y = {name}(x){pick('', ' axes=[1,2]', ' axes=[0]')}; -> y"


@maker("NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss")
def loss(name):
    n, c, d = shape(3, 2, 4)
    deep = pick(True, False)
    s, t = ([n, c, d], [n, d]) if deep else ([n, c], [n])
    ignore = pick("", " ignore_index=0")
    weight = pick("", ", w")
    return 13, (f"x:float{dims(*s)}; " + f"t:int64{dims(*t)}=1,{wholes(size(t) - 1, 0, c - 1)}; " + constant("w", "float", [c], 0.1, 2)
                + f"y = {name}(x, t{weight}) reduction={pick('none', 'mean', 'sum')}{ignore}; -> y")


@maker("NonMaxSuppression")
def suppression(name):
    n = random.randint(2, 6)
    boxes = ",".join(f"{y:.3f},{x:.3f},{y + random.uniform(0.2, 1):.3f},{x + random.uniform(0.2, 1):.3f}"
                     for y, x in [(random.random(), random.random()) for _ in range(n)])
    return 11, (f"x:int64[1]; b:float{dims(1, n, 4)}={boxes}; " + constant("s", "float", [1, 1, n], 0, 1)
                + f"m:int64[]={random.randint(1, 4)}; o:float[]=0.4; l:float[]=0.1; i = {name}(b, s, m, o, l); y = Add(x, i); -> y")


@maker("NonZero")
def non_zero(name):
    s = shape(2, 2, 4)
    return 13, f"x:int64[1]; " + constant("c", "int64", s, 0, 1) + f"i = {name}(c); y = Add(x, i); -> y"


@maker("Unique")
def unique(name):
    return 11, (f"x:float[1]; " + constant("c", "float", [random.randint(2, 8)], 0, 0.0003)
                + f"u, f, v, n = {name}(c) sorted={pick(0, 1)}; y = Add(x, u); -> y, f, v, n")


@maker("Resize")
def resize(name):
    s = [1, random.randint(1, 2), *shape(2, 2, 5)]
    mode = pick("nearest", "linear", "cubic")
    coordinates = pick("half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel")
    nearest = f" nearest_mode={pick('round_prefer_floor', 'round_prefer_ceil', 'floor', 'ceil')}" if mode == "nearest" else ""
    if pick(True, False):
        t = [s[0], s[1], *shape(2, 1, 9)]
        return 13, (f"x:float{dims(*s)}; " + ints("t", t) + f"y = {name}(x, _, _, t) mode={mode} "
                    + f"coordinate_transformation_mode={coordinates}{nearest}; -> y")
    return 13, (f"x:float{dims(*s)}; k:float[4]=1,1,{pick(0.5, 0.6, 1.5, 2, 3)},{pick(0.5, 1, 2, 2.5)}; "
                f"y = {name}(x, _, k) mode={mode} coordinate_transformation_mode={coordinates}{nearest}; -> y")


@maker("Upsample")
def upsample(name):
    s = [1, random.randint(1, 2), *shape(2, 1, 4)]
    return 9, f"x:float{dims(*s)}; k:float[4]=1,1,{pick(1, 2, 3)},{pick(1, 2, 3)}; y = {name}(x, k) mode={pick('nearest', 'linear')}; -> y"


@maker("ReverseSequence")
def reverse(name):
    t, b = shape(2, 1, 4)
    return 10, f"x:float{dims(t, b, 2)}; l:int64[{b}]={wholes(b, 1, t)}; y = {name}(x, l); -> y"


@maker("ScatterElements", "Scatter")
def scatter(name):
    s = shape(2, 2, 4)
    axis = pick(0, 1)
    n = random.randint(1, s[axis])
    t = [n, s[1]] if axis == 0 else [s[0], n]
    # Each place once: the order of equal ones is nobody's.
    lines = [random.sample(range(s[axis]), n) for _ in range(t[1 - axis])]
    indices = [str(lines[j][i] if axis == 0 else lines[i][j]) for i in range(t[0]) for j in range(t[1])]
    opset = 10 if name == "Scatter" else 16
    reduction = "" if name == "Scatter" else f" reduction={pick('none', 'add', 'mul')}"
    return opset, (f"x:float{dims(*s)}; i:int64{dims(*t)}={','.join(indices)}; " + constant("u", "float", t)
                   + f"y = {name}(x, i, u) axis={axis}{reduction}; -> y")


@maker("ScatterND")
def scatter_nd(name):
    s = shape(3, 2, 4)
    count = random.randint(1, s[0])
    rows = random.sample(range(s[0]), count)
    return 16, (f"x:float{dims(*s)}; i:int64{dims(count, 1)}={','.join(map(str, rows))}; " + constant("u", "float", [count, *s[1:]])
                + f"y = {name}(x, i, u) reduction={pick('none', 'add', 'mul')}; -> y")


@maker("TopK")
def top_k(name):
    s = shape(2, 2, 5)
    axis = pick(0, 1)
    return 11, (f"x:float{dims(*s)}; k:int64[1]={random.randint(1, s[axis])}; y, i = {name}(x, k) axis={axis} "
                f"largest={pick(0, 1)}; -> y, i")


@maker("Trilu")
def trilu(name):
    return 14, f"x:float{dims(*shape(3, 1, 4))}; k:int64[]={random.randint(-3, 3)}; y = {name}(x, k) upper={pick(0, 1)}; -> y"


@maker("And", "Or", "Xor")
def logic(name):
    return 13, f"x:bool[4]; z:bool[4]; y = {name}(x, z); -> y"


@maker("Not")
def inverse(name):
    return 13, f"x:bool[4]; y = {name}(x); -> y"


@maker("BitwiseAnd", "BitwiseOr", "BitwiseXor")
def bits(name):
    kind = pick("int32", "uint8", "int64")
    return 18, f"x:{kind}{dims(*shape(2))}; " + constant("c", kind, [1], 0, 100) + f"y = {name}(x, c); -> y"


@maker("BitwiseNot")
def bits_not(name):
    return 18, f"x:{pick('int32', 'uint8', 'int64')}{dims(*shape(2))}; y = {name}(x); -> y"


@maker("BitShift")
def bit_shift(name):
    kind = pick("uint8", "uint32", "uint64")
    return 13, f"x:{kind}{dims(*shape(2))}; " + constant("c", kind, [1], 0, 5) + f"y = {name}(x, c) direction={pick('LEFT', 'RIGHT')}; -> y"


@maker("Cast")
def cast(name):
    return 13, f"x:{pick('float', 'int64', 'int32', 'bool')}{dims(*shape(2))}; y = {name}(x) to={pick(1, 6, 7, 11)}; -> y"


@maker("CastLike")
def cast_like(name):
    return 15, f"x:int64{dims(*shape(2))}; c:{pick('float', 'int32', 'double')}[1]=1; y = {name}(x, c); -> y"


@maker("GatherElements")
def gather_elements(name):
    s = shape(2, 2, 4)
    return 13, f"x:float{dims(*s)}; " + constant("i", "int64", s, -s[0], s[0] - 1) + f"y = {name}(x, i) axis=0; -> y"


@maker("OneHot")
def one_hot(name):
    return 11, f"x:int64{dims(*shape(2, 1, 3))}; d:int64[]={random.randint(2, 5)}; v:float[2]=0.5,2; y = {name}(x, d, v) axis={pick(-1, 0, 1)}; -> y"


@maker("Range")
def range_of(name):
    return 11, f"x:float[1]; a:float[]={pick(0, -1.5)}; b:float[]={pick(3, 4.2)}; d:float[]={pick(0.5, 1)}; r = {name}(a, b, d); y = Add(x, r); -> y"


@maker("Shape", "Size")
def shape_of(name):
    return 13, f"x:float{dims(*shape(3))}; s = {name}(x); z:int64[1]; y = Add(z, s); -> y"


@maker("ConstantOfShape")
def of_shape(name):
    return 9, f"x:float[1]; " + ints("s", shape(2)) + f"c = {name}(s); y = Add(x, c); -> y"


@maker("Constant")
def constant_node(name):
    return 13, f"x:float[1]; c = {name}() value_float={pick(0.5, 1.25)}; y = Add(x, c); -> y"


@maker("Mish")
def mish(name):
    return 18, f"x:float{dims(*shape(2))}; y = {name}(x); -> y"


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    for name, make in sorted(MAKERS.items()):
        for i in range(count):
            random.seed(f"{seed} {name} {i}")
            opset, text = make(name)
            print(f"{name}_{i} {opset} {text}")


if __name__ == "__main__":
    main()
