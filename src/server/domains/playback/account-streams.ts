import type { AccountStream, SignedIn, StreamHolder, StreamTitles } from './ports.ts'
import type { LiveStream } from './streams.repo.ts'

export type AccountStreams = ReturnType<typeof createAccountStreams>

/** The streams of an account, as it sees them. */
export function createAccountStreams(titles: StreamTitles) {
  return {
    /** Without the streams of sessions that have ended: a device that was logged out holds no slot. */
    ofDevices: (streams: readonly LiveStream[], signedIn: readonly SignedIn[]): LiveStream[] =>
      streams.filter(({ sessionId }) => signedIn.some(({ deviceId }) => deviceId === sessionId)),

    /** With the names of devices and titles. */
    async named(
      holder: StreamHolder,
      streams: readonly LiveStream[],
      signedIn: readonly SignedIn[],
    ): Promise<AccountStream[]> {
      const names = await titles.names(streams.map(({ programId }) => programId))
      return streams.map(({ streamId, sessionId, programId, since }) => ({
        streamId,
        deviceName: signedIn.find(({ deviceId }) => deviceId === sessionId)?.name ?? null,
        title: names.get(programId),
        since,
        current: sessionId === holder.sessionId,
      }))
    },
  }
}
