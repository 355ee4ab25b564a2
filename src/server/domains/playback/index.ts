/**
 * Playback: orders, grants, who may fetch which file of a stream, how many streams an account plays at once, and how well they
 * play. Owns the tables playback_stream, playback_report, playback_report_day and playback_error_day; a grant is signed, not stored.
 * Never decides who may watch what (access), never touches the files themselves (media, wire).
 */
export { createPlayback, type Playback } from './playback.service.ts'
export { assetKey, readDeliveryPath, readPreviewPath, type DeliveryPath } from './delivery.rules.ts'
export type { PlayableOrder } from './orders.service.ts'
export type { AccountStream, PlaybackTitle, StreamSlots } from './ports.ts'
export { createPlaybackReports, type PlaybackReports } from './reports.service.ts'
export { createStreams, type Streams } from './streams.service.ts'
