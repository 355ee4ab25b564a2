import type { Ripple } from '../film.ts'
import { chance } from '../motion.ts'
import { COLUMNS, type Mesh, ROWS } from './mesh.ts'
import type { Texture } from './texture.ts'

/** A video frame, four bytes per pixel, the fourth unused. */
export interface Frame {
  width: number
  height: number
  bytes: Uint8ClampedArray
}

export function createFrame(width: number, height: number): Frame {
  return { width, height, bytes: new Uint8ClampedArray(width * height * 4) }
}

/** Inputs for painting: the mesh, its image, the time, the ripple, and the frame number for the grain. */
export interface Painting {
  mesh: Mesh
  art: Texture
  seconds: number
  ripple?: Ripple
  number: number
}

const GRAIN_SIZE = 1 << 16
/** Faint enough to only prevent banding in dark gradients. */
const GRAIN = Float32Array.from({ length: GRAIN_SIZE }, (_, index) => (chance(index) + chance(index + 99991) - 1) * 0.8)
const PLANES = ['u', 'v', 'wet', 'gain', 'red', 'green', 'blue'] as const

/** Paints the image through the mesh, with lighting and grain. */
export function paint(frame: Frame, painting: Painting): void {
  const { width, height } = frame
  const cell = width / COLUMNS
  const lines = PLANES.map(() => new Float32Array(COLUMNS + 1))
  for (let y = 0; y < height; y++) {
    const row = Math.min(ROWS - 1, Math.floor(y / cell))
    const below = y / cell - row
    PLANES.forEach((plane, index) => {
      const nodes = painting.mesh[plane]
      const line = lines[index]!
      for (let column = 0, node = row * (COLUMNS + 1); column <= COLUMNS; column++, node++) {
        line[column] = nodes[node]! + (nodes[node + COLUMNS + 1]! - nodes[node]!) * below
      }
    })
    ripple(lines, painting)
    paintRow(frame, {
      y,
      cell,
      lines,
      art: painting.art,
      grain: Math.floor(chance(painting.number * 4099 + y) * GRAIN_SIZE),
    })
  }
}

function ripple(lines: Float32Array[], { ripple: waves, art, seconds }: Painting): void {
  if (!waves) return
  const [u, v, wet] = lines as [Float32Array, Float32Array, Float32Array]
  const phase = (v[COLUMNS / 2]! / art.height) * waves.waves * 2 * Math.PI
  const push =
    (Math.sin(phase - seconds * waves.speed) * 0.6 + Math.sin(phase * 1.9 + seconds * waves.speed * 1.37) * 0.4) *
    waves.strength *
    art.width
  for (let column = 0; column <= COLUMNS; column++) u[column]! += push * wet[column]!
}

interface Row {
  y: number
  cell: number
  lines: Float32Array[]
  art: Texture
  grain: number
}

/** Paints one row of pixels: bilinear sampling, two colour channels per multiplication, in 16.16 fixed point. */
function paintRow(frame: Frame, { y, cell, lines, art, grain }: Row): void {
  const [us, vs, , gains, reds, greens, blues] = lines as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const { pixels, width: stride } = art
  const bytes = frame.bytes
  let out = y * frame.width * 4
  for (let column = 0; column < COLUMNS; column++) {
    let u = (us[column]! * 65536) | 0
    let v = (vs[column]! * 65536) | 0
    const du = (((us[column + 1]! - us[column]!) * 65536) / cell) | 0
    const dv = (((vs[column + 1]! - vs[column]!) * 65536) / cell) | 0
    let gain = gains[column]!
    let red = reds[column]!
    let green = greens[column]!
    let blue = blues[column]!
    const gainStep = (gains[column + 1]! - gain) / cell
    const redStep = (reds[column + 1]! - red) / cell
    const greenStep = (greens[column + 1]! - green) / cell
    const blueStep = (blues[column + 1]! - blue) / cell
    for (let x = 0; x < cell; x++) {
      const at = (v >> 16) * stride + (u >> 16)
      const fu = (u >> 8) & 255
      const fv = (v >> 8) & 255
      const w3 = (fu * fv) >> 8
      const w2 = fv - w3
      const w1 = fu - w3
      const w0 = 256 - fu - w2
      const a = pixels[at]!
      const b = pixels[at + 1]!
      const c = pixels[at + stride]!
      const d = pixels[at + stride + 1]!
      const redBlue =
        (Math.imul(a & 0xff00ff, w0) +
          Math.imul(b & 0xff00ff, w1) +
          Math.imul(c & 0xff00ff, w2) +
          Math.imul(d & 0xff00ff, w3)) >>>
        8
      const middle =
        (((a >> 8) & 255) * w0 + ((b >> 8) & 255) * w1 + ((c >> 8) & 255) * w2 + ((d >> 8) & 255) * w3) >> 8
      const noise = GRAIN[grain++ & (GRAIN_SIZE - 1)]!
      bytes[out] = (redBlue & 255) * gain + red + noise
      bytes[out + 1] = middle * gain + green + noise
      bytes[out + 2] = ((redBlue >> 16) & 255) * gain + blue + noise
      out += 4
      u += du
      v += dv
      gain += gainStep
      red += redStep
      green += greenStep
      blue += blueStep
    }
  }
}

/** Blends the second frame over the first by a fraction, 0 to 1. */
export function mixFrames(frame: Frame, over: Frame, part: number): void {
  const weight = Math.round(part * 256)
  const { bytes } = frame
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = (bytes[index]! * (256 - weight) + over.bytes[index]! * weight) >> 8
  }
}

/** Draws an image with alpha over the frame, with its top left corner at (left, top). */
export function overlay(
  frame: Frame,
  texture: Texture,
  { left, top, alpha }: { left: number; top: number; alpha: number },
): void {
  const x0 = Math.max(0, -left)
  const x1 = Math.min(texture.width, frame.width - left)
  const y1 = Math.min(texture.height, frame.height - top)
  for (let y = Math.max(0, -top); y < y1; y++) {
    let from = y * texture.width + x0
    let to = ((top + y) * frame.width + left + x0) * 4
    for (let x = x0; x < x1; x++, from++, to += 4) {
      const word = texture.pixels[from]!
      const cover = (word >>> 24) * alpha
      if (cover < 1) continue
      const part = cover / 255
      frame.bytes[to] = frame.bytes[to]! + ((word & 255) - frame.bytes[to]!) * part
      frame.bytes[to + 1] = frame.bytes[to + 1]! + (((word >> 8) & 255) - frame.bytes[to + 1]!) * part
      frame.bytes[to + 2] = frame.bytes[to + 2]! + (((word >> 16) & 255) - frame.bytes[to + 2]!) * part
    }
  }
}
