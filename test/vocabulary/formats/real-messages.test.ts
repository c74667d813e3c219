import assert from 'node:assert/strict';
import { alexaMessages } from './support/alexa-messages';
import { amazonEchoMessages } from './support/amazon-echo-messages';
import { dashboardMessages } from './support/dashboard-messages';
import { googleMessages } from './support/google-messages';
import { homekitMessages } from './support/homekit-messages';
import { knxMessages } from './support/knx-messages';
import { openhabMessages } from './support/openhab-messages';
import {
  isKeptAsSent,
  isSameRequest,
  readMessage,
  readWords,
  selectState,
} from './support/real-messages';
import type { RealMessage, RealMessages, RealState } from './support/real-messages';

const all: readonly RealMessages[] = [
  homekitMessages,
  googleMessages,
  knxMessages,
  openhabMessages,
  dashboardMessages,
  alexaMessages,
  amazonEchoMessages,
];

const isOwn = ({ reason }: RealMessage | RealState): boolean => reason === undefined;

for (const { name, packages, format, messages, states } of all) {
  describe(`A message of ${packages.join(' with ')}`, () => {
    for (const { given, message, words } of messages.filter(isOwn)) {
      it(`does what was asked: ${JSON.stringify(given)}`, () => {
        const [read, asked] = [readMessage(format, message), readWords(words)];
        if (!isSameRequest(read, asked)) assert.deepEqual(read, asked, name);
      });
    }

    for (const { sent, kept } of states.filter(isOwn)) {
      it(`is answered by a state that it keeps as it is: ${JSON.stringify(sent)}`, () =>
        assert.ok(isKeptAsSent(kept, selectState(sent))));
    }
  });
}
