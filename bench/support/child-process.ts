import { fork } from 'node:child_process'
import { join } from 'node:path'

/**
 * Has a process of its own carry out an order, so that no garbage of what this one has prepared is collected during a measurement.
 * @param file of this folder: it receives the order as a message, and answers with one
 */
export function inChildProcess<Found>(file: string, order: object): Promise<Found> {
  const child = fork(join(import.meta.dirname, file))
  return new Promise((resolve, reject) => {
    child.once('message', (found: Found) => resolve(found))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
    child.send(order)
  })
}
