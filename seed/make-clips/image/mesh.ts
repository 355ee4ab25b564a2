import type { Light, Move, Ripple, Shot } from '../film.ts'
import { blend, smooth } from '../motion.ts'
import { haze } from './haze.ts'
import type { Texture } from './texture.ts'

/** The frame is cut into 160 × 90 cells; everything soft is worked out at their corners only. */
export const COLUMNS = 160
export const ROWS = 90
const NODES = (COLUMNS + 1) * (ROWS + 1)

/** For each corner: where in the texture it looks, and what the light does there. */
export interface Mesh {
  u: Float32Array
  v: Float32Array
  /** How much the ripple moves it. */
  wet: Float32Array
  gain: Float32Array
  red: Float32Array
  green: Float32Array
  blue: Float32Array
}

/** What a shot is at one moment. */
export interface Moment {
  shot: Shot
  art: Texture
  seconds: number
  vignette: number
  /** 1 is fully lit, 0 is black. */
  fade: number
}

/** A mesh of which nothing is worked out yet. */
export function createMesh(): Mesh {
  const plane = () => new Float32Array(NODES)
  return { u: plane(), v: plane(), wet: plane(), gain: plane(), red: plane(), green: plane(), blue: plane() }
}

/** Works out every corner for one moment of a shot. */
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
      const place: [number, number] = [
        camera.x + near * camera.movedX + gx * span,
        camera.y + near * camera.movedY + gy * span,
      ]
      light(mesh, node, { moment, place, gx, gy: row / ROWS - 0.5 })
      for (const force of forces) force(place)
      mesh.u[node] = Math.min(art.width - 2 - margin, Math.max(margin, place[0] * art.width))
      mesh.v[node] = Math.min(art.height - 2 - margin, Math.max(margin, place[1] * art.height))
    }
  }
}

/** The camera eases in and out of its path; `moved` and `zoomed` tell how far it is from the middle of it. */
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

/** How a move bends the mesh: each place is carried back to where it came from. */
function forceOf(move: Move, seconds: number, ratio: number): (place: [number, number]) => void {
  const [ax, ay] = move.at
  const [rx, ry] = move.reach
  const [px, py] = move.pivot ?? move.at
  const core = move.core ?? 0.5
  const dx = move.x?.(seconds) ?? 0
  const dy = move.y?.(seconds) ?? 0
  const turn = move.turn?.(seconds) ?? 0
  const grow = move.grow?.(seconds) ?? 1
  return (place) => {
    const far = Math.hypot((place[0] - ax) / rx, (place[1] - ay) / ry)
    if (far >= 1) return
    const weight = smooth(1, core, far)
    const x = place[0] - px - dx * weight
    const y = (place[1] - py - dy * weight) / ratio
    const cos = Math.cos(-turn * weight)
    const sin = Math.sin(-turn * weight)
    const scale = 1 / (1 + (grow - 1) * weight)
    place[0] = px + (x * cos - y * sin) * scale
    place[1] = py + (x * sin + y * cos) * scale * ratio
  }
}

interface Spot {
  moment: Moment
  place: [number, number]
  gx: number
  gy: number
}

function light(mesh: Mesh, node: number, { moment, place, gx, gy }: Spot): void {
  const { shot, seconds, fade } = moment
  const sum = { gain: shot.gain?.(seconds) ?? 1, red: 0, green: 0, blue: 0 }
  for (const lamp of shot.lights ?? []) addLight(sum, lamp, { place, seconds })
  if (shot.mist) {
    const { top, bottom, colour, drift, scale } = shot.mist
    const rim = (bottom - top) * 0.35
    const band = smooth(top, top + rim, place[1]) * smooth(bottom, bottom - rim, place[1])
    if (band > 0)
      addColour(
        sum,
        colour,
        band * haze(place[0] * scale + seconds * drift * scale, place[1] * scale * 2.2, seconds * 0.12),
      )
  }
  sum.gain *= 1 - moment.vignette * Math.min(1, (gx * gx + gy * gy) * 2) ** 1.3
  mesh.gain[node] = sum.gain * fade
  mesh.red[node] = sum.red * fade
  mesh.green[node] = sum.green * fade
  mesh.blue[node] = sum.blue * fade
  mesh.wet[node] = shot.ripple ? wetness(shot.ripple, place) : 0
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

function addLight(sum: Sum, lamp: Light, { place, seconds }: { place: readonly number[]; seconds: number }): void {
  const far = Math.hypot((place[0]! - lamp.at[0]) / lamp.reach[0], (place[1]! - lamp.at[1]) / lamp.reach[1])
  if (far >= 1) return
  const weight = (1 - far * far) ** 2
  if (lamp.gain) sum.gain *= 1 + (lamp.gain(seconds) - 1) * weight
  if (lamp.colour) addColour(sum, lamp.colour, (lamp.level?.(seconds) ?? 1) * weight)
}
