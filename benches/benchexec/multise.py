# The tool-info module of multise for BenchExec 3: which command runs a task, and what its end means.

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.template import ToolNotFoundException  # noqa: F401, what find_executable raises

EXIT_VALID, EXIT_INVALID, EXIT_REFUSED, EXIT_UNKNOWN, EXIT_INTERNAL = 0, 1, 2, 3, 4
# Reported this many seconds before BenchExec would end the run: multise then says how far it came.
GRACE = 2


class Tool(benchexec.tools.template.BaseTool2):
    """multise, symbolic execution of OOX programs that never forks"""

    def executable(self, tool_locator):
        return tool_locator.find_executable("multise")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="multise")

    def name(self):
        return "multise"

    def project_url(self):
        return ""

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "explore", *options]
        given = {option.split("=")[0] for option in options}
        entry = self._entry(task.property_file)
        if entry and not given & {"--entry", "--class", "--all-methods"}:
            words += ["--entry", entry]
        time = rlimits.cputime or rlimits.walltime
        if time and "--timeout" not in given:
            words += ["--timeout", str(max(1, time - GRACE))]
        if rlimits.memory and "--memory" not in given:
            words += ["--memory", str(max(1, rlimits.memory * 9 // 10 // 2**20))]
        return words + [task.single_input_file]

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.exit_code.signal:
            return f"KILLED BY SIGNAL {run.exit_code.signal}"
        verdict = self._verdict(run.output)
        code = run.exit_code.value
        if code == EXIT_VALID and verdict.startswith("valid"):
            return result.RESULT_TRUE_PROP
        if code == EXIT_INVALID and verdict == "invalid":
            kinds = re.findall(r"^violation\[([a-z-]+)", "".join(run.output), re.MULTILINE)
            return self._false(kinds[0] if kinds else None)
        if code == EXIT_UNKNOWN and verdict.startswith("unknown"):
            reason = re.fullmatch(r"unknown \((.*)\)", verdict)
            reason = reason.group(1) if reason else None
            if reason == "timeout":
                return result.RESULT_TIMEOUT
            if reason == "memory":
                return "OUT OF MEMORY"
            return f"{result.RESULT_UNKNOWN} ({reason})" if reason else result.RESULT_UNKNOWN
        if code == EXIT_REFUSED:
            return f"{result.RESULT_ERROR} (refused)"
        if code == EXIT_INTERNAL:
            return f"{result.RESULT_ERROR} (internal)"
        # No verdict is believed that code and output do not agree on.
        return f"{result.RESULT_ERROR} (exit code {code}, output {verdict!r})"

    def get_value_from_output(self, output, identifier):
        # One line of --stats: `  operations            4321`.
        for line in output:
            match = re.fullmatch(rf"\s+{re.escape(identifier)}\s+(\S+).*", line.rstrip())
            if match:
                return match.group(1)
        return None

    @staticmethod
    def _verdict(output):
        lines = [line.strip() for line in output if line.strip()]
        return lines[-1] if lines else ""

    @staticmethod
    def _entry(property_file):
        """The method that a property of the form `CHECK( init(Main.main()), ... )` names."""
        if not property_file:
            return None
        with open(property_file, encoding="utf-8") as text:
            match = re.search(r"init\(\s*([\w.]+)\s*\(", text.read())
        return match.group(1) if match and "." in match.group(1) else None

    @staticmethod
    def _false(kind):
        """`false`, with the kind of violation unless it is what assertions have."""
        return result.RESULT_FALSE_PROP if kind in (None, "assert") else f"{result.RESULT_FALSE_PROP}({kind})"
