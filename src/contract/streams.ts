import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { STREAM_REFUSALS } from './devices.ts'
import { runningStream } from './error-codes.ts'
import { emptyInput, emptyOutput, id } from './wire-values.ts'

const video = z.object({ programId: id, programGuid: id })

export const streamList = endpoint({
  wire: 'v2',
  path: '/stream/list',
  viewer: 'member',
  summary: 'The streams that are running on the devices of the account.',
  input: emptyInput,
  output: z.object({ list: z.array(runningStream) }),
})

export const endStream = endpoint({
  wire: 'v2',
  path: '/stream/end',
  viewer: 'member',
  changes: true,
  summary: 'Stops a running stream on one of the account’s devices.',
  input: z.object({ streamId: id }),
  output: emptyOutput,
  refuses: ['NOT_FOUND'],
})

export const keepStream = endpoint({
  wire: 'v2',
  path: '/stream/keep',
  viewer: 'member',
  kids: 'open',
  changes: true,
  summary:
    'Reports every 30 seconds that the player of this session still plays a video; takes the slot of a preloaded one.',
  input: video,
  output: emptyOutput,
  refuses: [...STREAM_REFUSALS, 'NOT_ALLOWED'],
})

export const leaveStream = endpoint({
  wire: 'v2',
  path: '/stream/leave',
  viewer: 'member',
  kids: 'open',
  whileClosing: true,
  changes: true,
  summary: 'Reports that the player of this session has been left.',
  input: video,
  output: emptyOutput,
})
