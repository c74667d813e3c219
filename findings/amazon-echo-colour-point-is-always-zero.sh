#!/usr/bin/env bash
# Whatever colour a lamp has, the Amazon Echo hub answers with the colour point 0, 0.
# Package: node-red-contrib-amazon-echo 0.1.10, on a stand-in for Node-RED; the requests go to the node's own server on loopback.
# Expected: after a colour was set by hue and saturation, the state that the hub serves has the colour point of the message that it sent to the flow.
# Seen: the message has a colour point of its own for each colour; the served state has 0, 0 for all of them, beside the right hue.
# Why it matters: any Hue client that reads the hub, as a dashboard does, shows the lamp in another colour than it has.
source "$(dirname "${BASH_SOURCE[0]}")/support/finding.sh"

finding node-red-contrib-amazon-echo@0.1.10

observe <<'JS'
const http = require("node:http");
const { createRuntime } = require(`${process.env.SUPPORT}/node-red`);

const { RED, start } = createRuntime([{ id: "aa.01", type: "amazon-echo-device", name: "Lamp" }]);
require("node-red-contrib-amazon-echo")(RED);
const request = (port, method, path, body) =>
  new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json" };
    const sent = http.request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.on("data", (part) => (text += part)).on("end", () => resolve(JSON.parse(text)));
    });
    sent.on("error", reject).end(body && JSON.stringify(body));
  });

const free = http.createServer().listen(0, "127.0.0.1", () => {
  const { port } = free.address();
  free.close(async () => {
    const hub = start("amazon-echo-hub", { id: "bb.02", port, discovery: false, processinput: 2 });
    await new Promise((resolve) => (hub.status = resolve));
    for (const [name, hue] of [["green", 21845], ["blue", 43690]]) {
      const message = new Promise((resolve) => (hub.send = resolve));
      await request(port, "PUT", "/api/user/lights/aa01/state", { on: true, hue, sat: 254 });
      const { state } = await request(port, "GET", "/api/user/lights/aa01");
      const sent = (await message).xy.map((part) => part.toFixed(2));
      console.log(`${name}: sends ${sent.join(", ")}, serves ${state.xy.join(", ")} with hue ${state.hue}`);
    }
    hub.emit("close", false, () => {});
  });
});
JS

expect_output <<'OUTPUT'
green: sends 0.41, 0.52, serves 0, 0 with hue 21845
blue: sends 0.17, 0.04, serves 0, 0 with hue 43690
OUTPUT
