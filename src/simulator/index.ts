export { idOf } from './furniture';
export { startSimulator } from './simulator';
export type { Simulator } from './simulator';
export type { SimulatorOptions } from './options';
export type { Home, HomeChange } from './home';
export type { RecordedRequest } from './request-log';
