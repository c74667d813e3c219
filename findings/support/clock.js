// Runs a node on a clock of its own, so that days pass at once and each run sees the same time.
//
//   passTime(from, minutes, () => node)   starts the node at this time, then moves the clock on minute by minute
const { mock } = require('node:test');

exports.passTime = (from, minutes, start) => {
  mock.timers.enable({
    apis: ['setTimeout', 'setInterval', 'Date'],
    now: new Date(from).getTime(),
  });
  const node = start();
  for (let minute = 0; minute < minutes; minute++) mock.timers.tick(60_000);
  node.emit('close', false, () => {});
  mock.timers.reset();
  return node;
};
