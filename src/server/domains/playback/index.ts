/**
 * Playback: orders, grants, and who may fetch which file of a stream. Owns no table: a grant is signed, not stored.
 * Never decides who may watch what (access), never touches the files themselves (media, wire).
 */
export { createPlayback, type Playback } from './playback.service.ts'
export { assetKey, readDeliveryPath, readPreviewPath, type DeliveryPath } from './delivery.rules.ts'
export type { PlayableOrder } from './orders.service.ts'
export type { PlaybackTitle } from './ports.ts'
