import type { Film } from './film.ts'
import { bambooforest } from './films/bambooforest.film.ts'
import { corridor } from './films/corridor.film.ts'
import { crossing } from './films/crossing.film.ts'
import { dimsum } from './films/dimsum.film.ts'
import { ding } from './films/ding.film.ts'
import { dolphin } from './films/dolphin.film.ts'
import { islands } from './films/islands.film.ts'
import { kln2088 } from './films/kln2088.film.ts'
import { lighthouse } from './films/lighthouse.film.ts'
import { milktea } from './films/milktea.film.ts'
import { neon } from './films/neon.film.ts'
import { northtrain } from './films/northtrain.film.ts'
import { snow } from './films/snow.film.ts'
import { tram } from './films/tram.film.ts'
import { typhoon } from './films/typhoon.film.ts'

/** Every demo clip: four in 1080p, ten in 720p of which one in 5.1, and the short one in 4K. */
export const FILMS: readonly Film[] = [
  crossing,
  neon,
  bambooforest,
  lighthouse,
  kln2088,
  tram,
  snow,
  typhoon,
  islands,
  corridor,
  milktea,
  dimsum,
  ding,
  dolphin,
  northtrain,
]
