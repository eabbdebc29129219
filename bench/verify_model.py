#!/usr/bin/env python3
"""Makes the model that chooses engines of 'assay verify': instances of our own generator, runs of all engines, training.

usage: bench/verify_model.py BUILD FOLDER [--count N] [--limit SECONDS] [--boxes N] [--seed N] [--only-instances] [-o MODEL]

BUILD is the build folder, with 'assay' and 'bench/verify_properties' (ninja -C build bench/verify_properties). Instances and runs
are kept in FOLDER, so that the same command resumes. Nothing of a competition is used. models/verify.model was made by

    bench/verify_model.py build FOLDER -o models/verify.model"""

import argparse
import os
import subprocess
import sys

ENGINES = "pgd,pgd-corners,genetic,random,crown,relu,zonotope,interval".split(",")

# inputs, outputs, least and largest width, least and largest depth
FAMILIES = [
    (2, 2, 10, 30, 2, 5),
    (5, 5, 20, 50, 3, 6),
    (8, 3, 20, 60, 4, 7),
    (12, 4, 30, 60, 3, 5),
    (24, 4, 30, 80, 2, 5),
    (60, 5, 40, 100, 2, 4),
    (150, 6, 50, 150, 2, 4),
    (3, 1, 40, 80, 5, 8),
]


def make_instances(options):
    """Networks of each family, and properties for them. Returns the folders."""
    assay = os.path.join(options.build, "assay")
    tool = os.path.join(options.build, "bench", "verify_properties")
    folders = []
    for number, (inputs, outputs, low, high, shallow, deep) in enumerate(FAMILIES):
        folder = os.path.join(options.folder, f"family{number}")
        folders.append(folder)
        count = options.count // len(FAMILIES)
        if os.path.exists(os.path.join(folder, f"{count - 1}.vnnlib")):
            continue
        os.makedirs(folder, exist_ok=True)
        config = os.path.join(options.folder, f"family{number}.yaml")
        with open(config, "w") as file:
            file.write(f"inputs: {inputs}\noutputs: {outputs}\nwidth_min: {low}\nwidth_max: {high}\n"
                       f"depth_min: {shallow}\ndepth_max: {deep}\n")
        seed = options.seed + number
        subprocess.run([assay, "gen", "--language", "nn", "--class", "vnnlib", "--config", config, "-n", str(count),
                        "--seed", str(seed), "-o", folder], check=True, stdout=subprocess.DEVNULL)
        networks = [os.path.join(folder, f"{i}.onnx") for i in range(count)]
        subprocess.run([tool, str(seed), str(options.boxes), *networks], check=True)
    return folders


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--limit", type=float, default=2)
    parser.add_argument("--boxes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--only-instances", action="store_true")
    parser.add_argument("-o", "--output", default="verify.model")
    options = parser.parse_args()
    folders = make_instances(options)
    if options.only_instances:
        return
    environment = {**os.environ, "PATH": os.path.abspath(options.build) + ":" + os.environ["PATH"]}
    assay = os.path.join(options.build, "assay")
    runs = os.path.join(options.folder, "runs.csv")
    solvers = ",".join("assay-" + engine for engine in ENGINES)
    code = subprocess.run([assay, "bench", "--language", "nn", "-s", solvers, "-t", f"{options.limit}s", "-o", runs, *folders],
                          env=environment, check=False).returncode
    if code not in (0, 1):
        sys.exit(code)
    sys.exit(subprocess.run([assay, "train", "--language", "nn", runs, "-t", f"{options.limit}s", "-o", options.output],
                            check=False).returncode)


if __name__ == "__main__":
    main()
