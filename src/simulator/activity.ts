import { getNestedMember } from '../resources/members';
import { getSensorReportValue } from '../resources/sensor-report';
import type { Resource } from '../resources/resource';
import { advanceSimulatedSmartScenes } from './handlers/scene';
import { createCurrentReport, getSensorReportDefinition } from './handlers/sensors';
import type { SimulationContext } from './handlers/write-handler';

/**
 * Motion moves from sensor to sensor, light levels and temperatures drift, and smart scenes advance.
 *
 * @param interval in ms
 */
export function startActivitySimulation(simulation: SimulationContext, interval: number): void {
  simulation.timers.every(interval, () => {
    simulateMotion(simulation);
    driftSensorValues(simulation, 'temperature', 0.15, 2, [-20, 35]);
    driftSensorValues(simulation, 'light_level', 600, 0, [0, 45_000]);
    advanceSimulatedSmartScenes(simulation, new Date());
  });
}

const isEnabled = (sensor: Resource): boolean => sensor['enabled'] !== false;

function simulateMotion({ home }: SimulationContext): void {
  const sensors = home.byType('motion').filter(isEnabled);
  const report = getSensorReportDefinition('motion');
  const next = sensors[Math.floor(Math.random() * sensors.length)];
  if (report === undefined || next === undefined) return;
  for (const sensor of sensors) {
    const reportsMotion = getNestedMember(sensor, 'motion', 'motion_report', 'motion') === true;
    if (reportsMotion !== (sensor.id === next.id)) {
      home.change(sensor.id, createCurrentReport(report, sensor.id === next.id));
    }
  }
}

function driftSensorValues(
  { home }: SimulationContext,
  rtype: string,
  step: number,
  decimals: number,
  [minimum, maximum]: readonly [number, number],
): void {
  const report = getSensorReportDefinition(rtype);
  if (report === undefined) return;
  for (const sensor of home.byType(rtype).filter(isEnabled)) {
    const currentValue = getSensorReportValue(sensor, report);
    if (typeof currentValue !== 'number') continue;
    const driftedValue = currentValue + (Math.random() * 2 - 1) * step;
    const value = Number(Math.min(maximum, Math.max(minimum, driftedValue)).toFixed(decimals));
    home.change(sensor.id, createCurrentReport(report, value));
  }
}
