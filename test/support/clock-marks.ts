import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Frames a second, and size of the pictures that are compared; blocks of them are squares. */
const FPS = 8
const [WIDTH, HEIGHT] = [320, 180]
const BLOCK = 8
const PIXELS = WIDTH * HEIGHT
/** A mean difference of luma (0 to 255) that can be seen. */
const VISIBLE = 3

/**
 * How much more the picture changes at the turn of a second than between, in the block where that is most: about 1 for moving pictures,
 * above 10 where a timecode or a counter of seconds is burnt in. Only blocks that change at three of four seconds count.
 */
export async function changeAtSeconds(ffmpeg: string, file: string): Promise<number> {
  const filter = `fps=${FPS},scale=${WIDTH}:${HEIGHT}`
  const args = ['-v', 'error', '-i', file, '-vf', filter, '-pix_fmt', 'gray', '-f', 'rawvideo', '-']
  const { stdout: luma } = await run(ffmpeg, args, { encoding: 'buffer', maxBuffer: 2 ** 30 })
  let largest = 0
  for (let top = 0; top + BLOCK <= HEIGHT; top += BLOCK)
    for (let left = 0; left < WIDTH; left += BLOCK)
      largest = Math.max(largest, atTurns(changes(luma, top * WIDTH + left)))
  return largest
}

/** The mean difference of a block in each frame from the frame before. */
function changes(luma: Buffer, first: number): number[] {
  const found: number[] = []
  for (let frame = 1; (frame + 1) * PIXELS <= luma.length; frame++) {
    let sum = 0
    for (let y = 0; y < BLOCK; y++)
      for (let x = 0; x < BLOCK; x++) {
        const at = frame * PIXELS + first + y * WIDTH + x
        sum += Math.abs(luma[at]! - luma[at - PIXELS]!)
      }
    found.push(sum / BLOCK ** 2)
  }
  return found
}

/** The largest mean over one frame of each second, as a multiple of the second largest. */
function atTurns(found: number[]): number {
  const phases = Array.from({ length: FPS }, (_, phase) => found.filter((_change, n) => n % FPS === phase))
  const means = phases.map((phase) => phase.reduce((sum, change) => sum + change, 0) / phase.length)
  const [most, next] = means.toSorted((a, b) => b - a) as [number, number]
  const turns = phases[means.indexOf(most)]!
  const isRegular = turns.filter((change) => change > VISIBLE).length >= 0.75 * turns.length
  // Half a step of luma is noise of the encoder.
  return isRegular && most > VISIBLE ? most / (next + 0.5) : 0
}
