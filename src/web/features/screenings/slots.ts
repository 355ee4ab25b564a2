import type { OutputOf } from '#contract/endpoint.ts'
import type { obtainPersonalCinema, privateCinemaList } from '#contract/private-cinema.ts'

/** A start on sale. */
export type Slot = OutputOf<typeof privateCinemaList>['list'][number]
/** A screening that the member bought or joined. */
export type Screening = OutputOf<typeof obtainPersonalCinema>['list'][number]
