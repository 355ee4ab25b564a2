import { useState, type KeyboardEvent, useEffect, useRef } from 'react'
import { listHomeBanner } from '#contract/banners.ts'
import { profileList, PROFILES_MAX, chooseProfile, type Profile } from '#contract/profiles.ts'
import { paths, PATHS } from '#web/viewer/navigation/paths.ts'
import { logOut } from '#web/viewer/session/log-out.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useSession, enterProfile, isKidsMode, storeProfile } from '#web/viewer/session/session.ts'
import { useCall } from '#web/kit/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { hideToast, showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { LogoutIcon, PencilIcon, ShieldIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { ownerFirst, columnsOf, moveInGrid } from './grid.rules.ts'
import styles from './profiles-screen.module.css'
import { useNavigate } from '#web/kit/router.tsx'
import { useSubmit } from '#web/kit/use-submit.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { readPendingAction } from '#web/viewer/session/pending-action.ts'
import { asksGenres } from './genres.rules.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** /profiles: who is watching. Choose, add, edit; the main account or kids mode (SPEC 2, 4). */
export function ProfilesScreen() {
  const { who, kids, loading, retry } = useText('profiles')
  const isChild = useSession().pattern === 'children'
  const answer = useCall(profileList, {})
  const { choose, chosen } = useChoose()
  const [isManaging, setManaging] = useState(false)
  const [offersKids, setOffersKids] = useState(false)
  const profiles = answer.data?.data.profiles
  const isFull = (profiles?.length ?? 0) >= PROFILES_MAX
  const title = isManaging ? who.manageTitle : who.title
  usePageTitle(title)

  const enterKids = () => {
    const first = profiles?.find(({ childrenModel }) => childrenModel)
    if (first) void choose(first)
    else setOffersKids(true)
  }

  return (
    <div className={styles.screen}>
      <Backdrop />
      {answer.isPending ? (
        <div className={styles.awaited}>
          <Spinner size={40} label={loading} />
        </div>
      ) : null}
      <div className={styles.stage}>
        {/* The heading stands above the tiles, which are centred: where, depends on how many there are. */}
        <h1 key={String(answer.isPending)} className={answer.isPending ? 'visually-hidden' : styles.title}>
          {title}
        </h1>
        {answer.isLoadingError ? (
          <ErrorPanel
            title={who.failed}
            text={answer.error.message}
            action={{ label: retry, onClick: () => void answer.refetch() }}
          />
        ) : null}
        {profiles ? (
          <ProfileGrid
            profiles={isManaging ? ownerFirst(profiles) : profiles}
            isManaging={isManaging}
            mayAdd={!isChild && !isFull}
            busyId={chosen}
            onChoose={(profile) => void choose(profile)}
          />
        ) : null}
        {profiles && isManaging ? (
          <p className={styles.note}>{isFull ? who.full(PROFILES_MAX) : who.count(profiles.length, PROFILES_MAX)}</p>
        ) : null}
        {isChild || answer.isPending ? null : (
          <div className={styles.actions}>
            {profiles ? (
              <>
                <Button
                  look="outline"
                  icon={isManaging ? undefined : <PencilIcon size={18} />}
                  aria-pressed={isManaging}
                  onClick={() => setManaging(!isManaging)}
                >
                  {isManaging ? who.done : who.manage}
                </Button>
                {isManaging ? null : (
                  <Button look="outline" icon={<ShieldIcon size={18} />} onClick={enterKids}>
                    {kids}
                  </Button>
                )}
              </>
            ) : null}
            <Button look="text" icon={<LogoutIcon size={18} />} onClick={() => void leave()}>
              {who.logout}
            </Button>
          </div>
        )}
      </div>
      {offersKids ? <KidsOffer isFull={isFull} onClose={() => setOffersKids(false)} /> : null}
    </div>
  )
}

async function leave(): Promise<void> {
  const text = await logOut()
  if (text) showToast({ text })
}

/** Offers to create a kids profile when there is none. */
function KidsOffer({ isFull, onClose }: { isFull: boolean; onClose: () => void }) {
  const { who, close } = useText('profiles')
  return (
    <Dialog title={who.noKids} closeLabel={close} onClose={onClose}>
      <p className={styles.offer}>{isFull ? who.full(PROFILES_MAX) : who.noKidsText}</p>
      <DialogActions
        main={isFull ? undefined : { label: who.createKids, href: paths.newKidsProfile() }}
        cancel={{ label: who.later, onClick: onClose }}
      />
    </Dialog>
  )
}

/** The first billboard image of home, blurred. */
function Backdrop() {
  const banners = useCall(listHomeBanner, { place: 'billboard', tabId: '1' })
  const art = banners.data?.data.bannerList[0]?.bannerImage
  return (
    <div className={styles.backdrop} aria-hidden="true">
      {art ? <ResponsiveImage src={art} alt="" sizes="40vw" to={640} className={styles.art} /> : null}
    </div>
  )
}

/** Chooses a profile; one that is new is asked for its genres first, unless a favourite or a playback waits to be resumed. Leaving a kids profile for another kind takes the parental code, which the server requires too. */
function useChoose() {
  const navigate = useNavigate()
  const { submit, pendingInput } = useSubmit(chooseProfile, {
    // `choose` opens the parental code dialog instead.
    on: { PARENTAL_CODE_REQUIRED: () => {} },
    toastsRefusals: true,
  })
  const choose = async (profile: Profile): Promise<void> => {
    if (pendingInput) return
    const withCode = () => requestParentalCode({ purpose: 'leave-kids', profile })
    if (isKidsMode() && !profile.childrenModel) {
      await withCode()
      return
    }
    const answer = await submit({ profileId: profile.profileId })
    if (answer.result === 'FAILED') {
      if (answer.failure.errorCode === 'PARENTAL_CODE_REQUIRED') await withCode()
      return
    }
    // The toast of a registration would lie over the button of a dialog that the resumed playback opens.
    hideToast()
    if (asksGenres(profile) && !waitsToBeResumed()) {
      storeProfile(answer.profile)
      navigate(PATHS.moviePreference)
    } else enterProfile(answer.profile)
  }
  return { choose, chosen: pendingInput?.profileId }
}

const waitsToBeResumed = (): boolean => {
  const kind = readPendingAction()?.action.kind
  return kind === 'favorite' || kind === 'play'
}

interface ProfileGridProps {
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
function ProfileGrid({ profiles, isManaging, mayAdd, busyId, onChoose }: ProfileGridProps) {
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
        <span className={styles.kidsNote}>
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
