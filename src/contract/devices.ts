export const DEVICES_MAX = 5

/** Without a report for this long a stream loses its slot (a closed browser, a crash). */
export const STREAM_LAPSE_SECONDS = 90
/** Its playlist has to be fetched within this time after the order. */
export const STREAM_OPEN_SECONDS = 20
export const STREAM_KEEP_SECONDS = 30

export const STREAM_REFUSALS = ['STREAM_LIMIT', 'STREAM_ENDED'] as const
