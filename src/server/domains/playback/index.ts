/**
 * Playback: orders, grants, who may fetch which file of a stream, and how many streams an account plays at once. Owns the table
 * playback_stream; a grant is signed, not stored.
 * Never decides who may watch what (access), never touches the files themselves (media, wire).
 */
export { createPlayback, type Playback } from './playback.service.ts'
export { assetKey, readDeliveryPath, readPreviewPath, type DeliveryPath } from './delivery.rules.ts'
export type { PlayableOrder } from './orders.service.ts'
export type { AccountStream, PlaybackTitle, StreamPlaces } from './ports.ts'
export { createStreams, type Streams } from './streams.service.ts'
