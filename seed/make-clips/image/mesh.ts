import type { Light, Move, Ripple, Shot } from '../film.ts'
import { blend, smooth } from '../motion.ts'
import { haze } from './haze.ts'
import type { Texture } from './texture.ts'

/** The frame is divided into 160 × 90 cells. Smooth effects are computed at their corners only. */
export const COLUMNS = 160
export const ROWS = 90
const NODES = (COLUMNS + 1) * (ROWS + 1)

/** For each corner: texture coordinates and lighting. */
export interface Mesh {
  u: Float32Array
  v: Float32Array
  /** Strength of the ripple. */
  wet: Float32Array
  gain: Float32Array
  red: Float32Array
  green: Float32Array
  blue: Float32Array
}

/** A shot at one point in time. */
export interface Moment {
  shot: Shot
  art: Texture
  seconds: number
  vignette: number
  /** 1 is fully lit, 0 is black. */
  fade: number
}

/** Creates an empty mesh. */
export function createMesh(): Mesh {
  const plane = () => new Float32Array(NODES)
  return { u: plane(), v: plane(), wet: plane(), gain: plane(), red: plane(), green: plane(), blue: plane() }
}

/** Computes every corner for one point in time of a shot. */
export function fillMesh(mesh: Mesh, moment: Moment): void {
  const { shot, art, seconds } = moment
  const ratio = art.width / art.height
  const camera = cameraAt(shot, seconds)
  const forces = (shot.moves ?? []).map((move) => forceOf(move, seconds, ratio))
  const margin = (shot.ripple?.strength ?? 0) * art.width + 2
  for (let row = 0, node = 0; row <= ROWS; row++) {
    for (let column = 0; column <= COLUMNS; column++, node++) {
      const gx = column / COLUMNS - 0.5
      const gy = ((row / ROWS - 0.5) * 9 * ratio) / 16
      const near = shot.near
        ? camera.depth * (shot.near(camera.x + gx * camera.span, camera.y + gy * camera.span) - 0.5)
        : 0
      const span = camera.span * (1 - near * camera.zoomed)
      const position: [number, number] = [
        camera.x + near * camera.movedX + gx * span,
        camera.y + near * camera.movedY + gy * span,
      ]
      light(mesh, node, { moment, position, gx, gy: row / ROWS - 0.5 })
      for (const force of forces) force(position)
      mesh.u[node] = Math.min(art.width - 2 - margin, Math.max(margin, position[0] * art.width))
      mesh.v[node] = Math.min(art.height - 2 - margin, Math.max(margin, position[1] * art.height))
    }
  }
}

/** The camera eases in and out of its path. `moved` and `zoomed` are the displacement from the middle of the path. */
function cameraAt(shot: Shot, seconds: number) {
  const linear = Math.min(1, Math.max(0, seconds / shot.seconds))
  const t = blend(linear, smooth(0, 1, linear), 0.45)
  const [x, y, span] = [0, 1, 2].map((i) => blend(shot.from[i]!, shot.to[i]!, t)) as [number, number, number]
  const middle = [0, 1, 2].map((i) => (shot.from[i]! + shot.to[i]!) / 2) as [number, number, number]
  return {
    x,
    y,
    span,
    depth: shot.parallax ?? 0.5,
    movedX: x - middle[0],
    movedY: y - middle[1],
    zoomed: middle[2] / span - 1,
  }
}

/** How a move deforms the mesh: each position is mapped back to its source. */
function forceOf(move: Move, seconds: number, ratio: number): (position: [number, number]) => void {
  const [ax, ay] = move.at
  const [rx, ry] = move.reach
  const [px, py] = move.pivot ?? move.at
  const core = move.core ?? 0.5
  const dx = move.x?.(seconds) ?? 0
  const dy = move.y?.(seconds) ?? 0
  const turn = move.turn?.(seconds) ?? 0
  const grow = move.grow?.(seconds) ?? 1
  return (position) => {
    const far = Math.hypot((position[0] - ax) / rx, (position[1] - ay) / ry)
    if (far >= 1) return
    const weight = smooth(1, core, far)
    const x = position[0] - px - dx * weight
    const y = (position[1] - py - dy * weight) / ratio
    const cos = Math.cos(-turn * weight)
    const sin = Math.sin(-turn * weight)
    const scale = 1 / (1 + (grow - 1) * weight)
    position[0] = px + (x * cos - y * sin) * scale
    position[1] = py + (x * sin + y * cos) * scale * ratio
  }
}

interface Spot {
  moment: Moment
  position: [number, number]
  gx: number
  gy: number
}

function light(mesh: Mesh, node: number, { moment, position, gx, gy }: Spot): void {
  const { shot, seconds, fade } = moment
  const sum = { gain: shot.gain?.(seconds) ?? 1, red: 0, green: 0, blue: 0 }
  for (const lamp of shot.lights ?? []) addLight(sum, lamp, { position, seconds })
  if (shot.mist) {
    const { top, bottom, colour, drift, scale } = shot.mist
    const rim = (bottom - top) * 0.35
    const band = smooth(top, top + rim, position[1]) * smooth(bottom, bottom - rim, position[1])
    if (band > 0)
      addColour(
        sum,
        colour,
        band * haze(position[0] * scale + seconds * drift * scale, position[1] * scale * 2.2, seconds * 0.12),
      )
  }
  sum.gain *= 1 - moment.vignette * Math.min(1, (gx * gx + gy * gy) * 2) ** 1.3
  mesh.gain[node] = sum.gain * fade
  mesh.red[node] = sum.red * fade
  mesh.green[node] = sum.green * fade
  mesh.blue[node] = sum.blue * fade
  mesh.wet[node] = shot.ripple ? wetness(shot.ripple, position) : 0
}

function wetness({ top, bottom, dry }: Ripple, [x, y]: readonly [number, number]): number {
  const wet = smooth(top, top + (bottom - top) * 0.4, y)
  return dry
    ? wet * smooth(0.85, 1.05, Math.max(Math.abs(x - dry.at[0]) / dry.reach[0], Math.abs(y - dry.at[1]) / dry.reach[1]))
    : wet
}

interface Sum {
  gain: number
  red: number
  green: number
  blue: number
}

function addColour(sum: Sum, colour: readonly number[], level: number): void {
  sum.red += colour[0]! * level
  sum.green += colour[1]! * level
  sum.blue += colour[2]! * level
}

function addLight(
  sum: Sum,
  lamp: Light,
  { position, seconds }: { position: readonly number[]; seconds: number },
): void {
  const far = Math.hypot((position[0]! - lamp.at[0]) / lamp.reach[0], (position[1]! - lamp.at[1]) / lamp.reach[1])
  if (far >= 1) return
  const weight = (1 - far * far) ** 2
  if (lamp.gain) sum.gain *= 1 + (lamp.gain(seconds) - 1) * weight
  if (lamp.colour) addColour(sum, lamp.colour, (lamp.level?.(seconds) ?? 1) * weight)
}
