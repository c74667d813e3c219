export { furnishedHome, idOf } from './furniture';
export { startSimulator } from './simulator';
export type { Simulator } from './simulator';
export type { SimulatorOptions } from './options';
export type { Home, HomeChange } from './home';
export type { Fault, FaultMatch, Faults } from './faults';
export type { RateLimit } from './control-protocol';
export type { RecordedRequest } from './request-log';
export type { Identity } from './identity';
