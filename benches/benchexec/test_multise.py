# Tests of the tool-info module; they need BenchExec. `MULTISE` is the program, if it is to be run.

import os
import pathlib
import subprocess
import tempfile
import unittest

import multise
from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(code, text, signal=None, termination=None):
    exit_code = ProcessExitCode(raw=0, value=code, signal=signal)
    output = BaseTool2.RunOutput([line + "\n" for line in text.splitlines()])
    return BaseTool2.Run(["multise"], exit_code, output, termination)


class Results(unittest.TestCase):
    def check(self, expected, *end, **more):
        self.assertEqual(multise.Tool().determine_result(run(*end, **more)), expected)

    def test_verdicts(self):
        self.check("true", 0, "checks of Main.main: 1 proved\nvalid")
        self.check("true", 0, "valid (proved by induction)")
        self.check("false", 1, "violation[assert]: the assertion does not hold\ninvalid")
        self.check("false(exception)", 1, "violation[exception, null]: uncaught\ninvalid")
        self.check("unknown (unroll)", 3, "unknown (unroll)")

    def test_limits(self):
        self.check("TIMEOUT", 3, "unknown (timeout)")
        self.check("OUT OF MEMORY", 3, "unknown (memory)")
        self.check("TIMEOUT", None, "", signal=9, termination="cputime")
        self.check("KILLED BY SIGNAL 9", None, "", signal=9)

    def test_errors(self):
        self.check("ERROR (refused)", 2, "")
        self.check("ERROR (internal)", 4, "")
        self.check("ERROR (exit code 0, output 'invalid')", 0, "invalid")


class CommandLine(unittest.TestCase):
    def words(self, options, limits, property_text=None):
        with tempfile.NamedTemporaryFile("w", suffix=".prp") as file:
            file.write(property_text or "")
            file.flush()
            task = BaseTool2.Task.with_files(["t.oox"], property_file=file.name if property_text else None)
            return multise.Tool().cmdline("multise", options, task, BaseTool2.ResourceLimits(**limits))

    def test_limits_and_property(self):
        words = self.words(
            ["--regions", "2"], {"cputime": 60, "memory": 2**30}, "CHECK( init(Bank.test()), LTL(G assert) )"
        )
        expected = "multise explore --regions 2 --entry Bank.test --timeout 58 --memory 921 t.oox"
        self.assertEqual(" ".join(words), expected)

    def test_options_win(self):
        words = self.words(["--timeout=5"], {"walltime": 60})
        self.assertEqual(" ".join(words), "multise explore --timeout=5 t.oox")


@unittest.skipUnless("MULTISE" in os.environ, "MULTISE does not name the program")
class Program(unittest.TestCase):
    def test_version(self):
        self.assertRegex(multise.Tool().version(os.environ["MULTISE"]), r"^\d+\.\d+\.\d+$")

    def test_examples(self):
        for program, options, expected in [
            ("examples/stack.oox", [], "true"),
            ("examples/bank.oox", [], "false"),
            ("examples/bank.oox", ["--entry", "No.where"], "ERROR (refused)"),
            ("tests/cli/endless.oox", ["--unroll", "3", "--no-proofs"], "unknown (unroll)"),
            ("tests/cli/endless.oox", ["--timeout", "0.5", "--no-proofs"], "TIMEOUT"),
        ]:
            task = BaseTool2.Task.with_files([str(ROOT / program)], property_file=None)
            limits = BaseTool2.ResourceLimits(cputime=60)
            words = multise.Tool().cmdline(os.environ["MULTISE"], options, task, limits)
            ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(multise.Tool().determine_result(run(ended.returncode, ended.stdout)), expected, words)


if __name__ == "__main__":
    unittest.main()
