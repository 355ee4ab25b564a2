import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Profile } from '#contract/profiles.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { columnsOf, moveInGrid } from './grid.rules.ts'
import { PencilIcon, PlusIcon, ShieldIcon } from '#web/ui/feature-icons.tsx'
import styles from './profile-grid.module.css'
import { useText } from '#web/kit/text.ts'

export interface ProfileGridProps {
  /** The last used first; while they are managed, the owner's first. */
  profiles: readonly Profile[]
  /** Tiles link to their edit screens. */
  isManaging: boolean
  mayAdd: boolean
  /** The profile that is being chosen. */
  busyId: string | undefined
  onChoose: (profile: Profile) => void
}

/** The profiles as tiles. Tab and the arrow keys move through the grid. */
export function ProfileGrid({ profiles, isManaging, mayAdd, busyId, onChoose }: ProfileGridProps) {
  const { who } = useText('profiles')
  const list = useRef<HTMLUListElement>(null)
  useFirstFocus(list)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move the focus between its buttons
    <ul ref={list} className={styles.grid} aria-label={who.list} onKeyDown={onArrow}>
      {profiles.map((profile) => (
        <li key={profile.profileId}>
          {isManaging ? (
            <a className={styles.tile} data-tile="" href={paths.profile(profile.profileId)}>
              <span className="visually-hidden">{who.edit(profile.name)}</span>
              <Face profile={profile} over={<PencilIcon size={32} />} isNamed />
            </a>
          ) : (
            <button
              type="button"
              className={styles.tile}
              data-tile=""
              aria-busy={busyId === profile.profileId || undefined}
              onClick={() => onChoose(profile)}
            >
              <Face
                profile={profile}
                over={busyId === profile.profileId ? <Spinner size={36} /> : undefined}
                isLast={profile === profiles[0]}
              />
            </button>
          )}
        </li>
      ))}
      {mayAdd ? (
        <li>
          <a className={styles.tile} data-tile="" href={paths.profile()} aria-label={who.addLabel}>
            <span className={classNames(styles.picture, styles.add)}>
              <PlusIcon size={36} />
            </span>
            <span className={styles.addName}>{who.add}</span>
          </a>
        </li>
      ) : null}
    </ul>
  )
}

interface FaceProps {
  profile: Profile
  /** Over the avatar: a pencil or a spinner. */
  over?: React.ReactNode
  isLast?: boolean
  isNamed?: boolean
}

function Face({ profile, over, isLast, isNamed }: FaceProps) {
  const { who, kids } = useText('profiles')
  return (
    <>
      <span className={styles.picture}>
        <Avatar src={profile.avatar} name={profile.name} className={styles.avatar} />
        {over ? <span className={styles.over}>{over}</span> : null}
      </span>
      <span className={styles.name} aria-hidden={isNamed || undefined}>
        {profile.name}
      </span>
      {profile.childrenModel ? (
        <span className={styles.kids}>
          <ShieldIcon size={14} />
          {kids}
        </span>
      ) : null}
      {isLast && profile.lastUsedAt && !profile.childrenModel ? (
        <span className={styles.last}>{who.lastUsed}</span>
      ) : null}
    </>
  )
}

/** Enter chooses the last used profile while nothing else has the focus. */
function useFirstFocus(list: React.RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const at = document.activeElement
    if (at && at !== document.body && at.id !== 'main') return
    list.current?.querySelector<HTMLElement>('[data-tile]')?.focus({ preventScroll: true })
  }, [list])
}

function onArrow(event: KeyboardEvent<HTMLUListElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const at = tiles.findIndex((tile) => tile === document.activeElement)
  if (at === -1) return
  const columns = columnsOf(tiles.map((tile) => tile.getBoundingClientRect().top))
  const to = moveInGrid(at, event.key, { count: tiles.length, columns })
  if (to === at) return
  event.preventDefault()
  tiles[to]?.focus()
}
