#!/usr/bin/env bash
# For later "at 10 pm" is each moment, and "at 10:00 pm" the evening.
# Package: @breejs/later 4.2.0, parse.text.
# Expected: a text that cannot be read is refused, or gives a schedule that never comes.
# Seen: "at 10 pm" gives a schedule without any condition, which is due now and each second on; only the member error, the place in the text, tells.
# Why it matters: a lamp that shall be toggled at ten is toggled each second from the moment of the deploy.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding @breejs/later@4.2.0

observe <<'JS'
const later = require("@breejs/later");

const noon = new Date("2024-09-06T12:00:00Z");
for (const text of ["at 10:00 pm", "at 10 pm"]) {
  const parsed = later.parse.text(text);
  const schedule = later.schedule(parsed);
  console.log(text, "error", parsed.error, "next", schedule.next(1, noon).toISOString(), "valid at noon:", schedule.isValid(noon));
}
JS

expect_output <<'OUTPUT'
at 10:00 pm error -1 next 2024-09-06T22:00:00.000Z valid at noon: false
at 10 pm error 3 next 2024-09-06T12:00:00.000Z valid at noon: true
OUTPUT
