import type { PlayerActions } from '../controls/player-actions.ts'
import type { RoomPlayer } from './room-player.ts'

/** The speed is the room's. */
const FIXED_SPEED = { setSpeed: () => {}, stepSpeed: () => {}, holdSpeed: () => {} }

/** The host's actions: what they change is told to the room. */
export function hostActions(actions: PlayerActions, room: RoomPlayer): PlayerActions {
  const leading =
    <A extends readonly unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      act(...args)
      room.lead()
    }
  return {
    ...actions,
    ...FIXED_SPEED,
    // While the others watch, the host comes in where they are.
    play: () => (room.client.state.get().room?.playing ? actions.play() : leading(actions.play)()),
    pause: leading(actions.pause),
    toggle: leading(actions.toggle),
    seekTo: leading(actions.seekTo),
    skip: leading(actions.skip),
  }
}

/** A guest's actions: the host plays, pauses and seeks. `onLocked`: says so. */
export function guestActions(actions: PlayerActions, room: RoomPlayer, onLocked: () => void): PlayerActions {
  return {
    ...actions,
    ...FIXED_SPEED,
    play: () => {
      if (room.client.state.get().room?.playing) actions.play()
    },
    pause: onLocked,
    toggle: onLocked,
    seekTo: onLocked,
    skip: onLocked,
  }
}
