import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#server/config.ts'
import { type Clock, createShiftedClock, systemClock } from '#server/kit/clock.ts'

type ClockConfig = Pick<Settings<'server'>, 'DATA_DIR' | 'HARBOUR_TEST'>

const fileOf = ({ DATA_DIR }: ClockConfig): string => join(DATA_DIR, 'clock-offset')

/** The clock of a command: the real one, or with HARBOUR_TEST=1 that of the service on this data folder, which `/dev/clock` has moved. */
export async function commandClock(config: ClockConfig): Promise<Clock> {
  if (!config.HARBOUR_TEST) return systemClock
  const clock = createShiftedClock()
  clock.setOffset(Number(await readFile(fileOf(config), 'utf8').catch(() => '0')))
  return clock
}

export const keepClockOffset = (config: ClockConfig, milliseconds: number): Promise<void> =>
  writeFile(fileOf(config), String(milliseconds))

export const forgetClockOffset = (config: ClockConfig): Promise<void> => rm(fileOf(config), { force: true })
