import type { MemberViewer } from '../viewer.ts'
import type { TitleRef } from './library-model.ts'

/** What the library requires of playback. */
export interface PlayRights {
  /** True if the viewer may play the video, or could once the parental code is entered. */
  mayPlay(viewer: MemberViewer, ref: TitleRef): Promise<boolean>
}
