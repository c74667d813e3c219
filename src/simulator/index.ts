export { createFixtureId, createUnusualHome } from './fixtures';
export { startSimulator } from './start-simulator';
export type { Simulator } from './start-simulator';
export type { SimulatorOptions } from './simulator-options';
export type { SimulatedHome, SimulatedHomeChange } from './home/simulated-home';
export type { LoggedRequest } from './server/request-log';
