import { fillPlaceholders, replaceHiddenCharacters } from '../resources/problems';

const englishTexts = {
  notJson:
    'This is not JSON, or only a part of it: the file is damaged or not complete. Choose another backup.',
  notBackup:
    'This is not a backup of a home: expected an object with "format": "lighting-bridge-backup".',
  laterVersion:
    'This backup has version __version__, and this package reads up to version __newest__. Update the package, then try again.',
  noVersion: 'This backup has no version: the file is damaged. Choose another backup.',
  noResources: 'This backup has no list "resources": the file is damaged. Choose another backup.',
  brokenResource:
    'Entry __index__ of "resources" has no valid "id" and "type": the file is damaged. Choose another backup.',
  repeatedResource:
    'Entries __first__ and __index__ of "resources" have the same id: the file is damaged. Choose another backup.',
  tooDeep: 'The values of entry __index__ are nested too deep: the file is damaged.',
  tooMany: 'This backup has __count__ resources; at most __most__ are possible.',

  noDevice:
    'No device on the bridge is this one: pair it, or choose the device that has taken its place.',
  severalDevices: 'Several devices on the bridge could be this one: choose one.',
  leftOut: 'It was chosen to be left out.',
  noService: 'The device on the bridge has no such service.',
  noneLeft: 'None of what belongs to it is on the bridge.',
  needs: 'It needs __what__, which is not on the bridge: bring that back, too.',
  without: 'Without __what__, which is not on the bridge.',
  takesFrom: '__what__: out of the room __room__.',
  notAble: 'Without __what__, which __lamp__ on the bridge does not have.',
  namedBy: '__what__ named it under its old id: bring that back, too.',
  otherKind: 'Its kind is set to "other", since this package does not know __what__.',
  refusedBody: 'The bridge would refuse it: __problem__',
  notCreatable: 'No program can create this on a bridge.',
  phones: 'The bridge knows a phone only after the app has registered it: register it in the app.',
  location: 'A bridge never tells its location: set it in the app.',
  pairedSystem: 'Pair it again in the app: only people can do this.',
  appKeys: 'Keys of other programs are not in a backup: pair each program again.',

  unknownPart: 'The backup has nothing with the id __what__.',
  unknownChoice: 'The bridge has no device with the id __what__.',
  otherHome: 'No device of this backup is on the bridge. It is probably a backup of another home.',
  limit:
    'This makes __count__ __what__; a bridge of this model holds about __most__. What the bridge refuses is reported.',
  scriptLimit:
    'This makes __count__ automations of the kind "__what__"; the bridge allows __most__.',
  twin: 'There is no answer of the bridge that says whether it was created. It is on the bridge.',
  stopped: 'It was not tried, since the run stopped before.',
  cancelled: 'Cancelled. What was done stays; start again to go on.',
  gone: 'The bridge could not be asked any more: __problem__ Start again to go on.',
} as const;

export type BackupTextKey = keyof typeof englishTexts;

/** A sentence for people, to be shown in any language. */
export interface BackupText {
  readonly key: BackupTextKey;
  readonly values: Readonly<Record<string, string | number>>;
}

export const createText = (
  key: BackupTextKey,
  values: Readonly<Record<string, string | number>> = {},
): BackupText => ({ key, values });

/** In English. Names come from people and files, so control characters are replaced. */
export const formatBackupText = ({ key, values }: BackupText): string =>
  replaceHiddenCharacters(
    fillPlaceholders(englishTexts[key], (name) => values[name]),
    () => ' ',
  );
