import { useEffect, useId, useRef, useState } from 'react'
import type { AvatarId } from '#contract/avatars.ts'
import { PROFILE_NAME_MAX } from '#contract/fields.ts'
import {
  chooseProfile,
  createProfile,
  deleteProfile,
  type Profile,
  profileIcons,
  profileList,
  PROFILES_MAX,
  updateProfile,
} from '#contract/profiles.ts'
import type { FormRefusal } from '#web/kit/form.rules.ts'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useForm } from '#web/kit/use-form.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { type SubmitRefusal, useSubmit } from '#web/kit/use-submit.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import fieldStyles from '#web/ui/form/field.module.css'
import { FieldNotes, type FieldProps, FormError, noteIds } from '#web/ui/form/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { paths, PATHS } from '#web/viewer/navigation/paths.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { enterProfile, storeProfile } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { GENRES_FROM_FORM } from './genres.rules.ts'
import {
  changesOf,
  deletionObstacle,
  firstAvatar,
  profileDraft,
  type ProfileDraft,
  readName,
} from './profile-form.rules.ts'
import styles from './profile-screen.module.css'

type Save = (draft: ProfileDraft) => Promise<FormRefusal | undefined>

/** Saves a draft: the changes of a profile, or a new one. */
function useSaveProfile(profile: Profile | undefined, entersKids: boolean): Save {
  const update = useUpdate(profile)
  const create = useCreate(entersKids)
  return profile ? update : create
}

function useUpdate(profile: Profile | undefined): Save {
  const { edit } = useText('profiles')
  const navigate = useNavigate()
  const { submit } = useSubmit(updateProfile, { invalidates: 'all', toast: edit.saved })
  return async (draft) => {
    if (!profile) return undefined
    const { avatarId, ...changes } = changesOf(draft, profile)
    const avatar = avatarId === undefined ? {} : { avatarId: avatarId as AvatarId }
    const send = () => submit({ profileId: profile.profileId, ...changes, ...avatar })
    let answer = await send()
    if (answer.result === 'FAILED' && answer.failure.errorCode === 'PARENTAL_CODE_REQUIRED') {
      if (!(await requestParentalCode({ purpose: 'kids-off' }))) return undefined
      answer = await send()
    }
    if (answer.result === 'FAILED') return nameRefusal(answer)
    const saved = answer.profile
    // The current profile became a kids profile, or stopped being one: it has another home.
    if (saved.current && changes.childrenModel !== undefined) enterProfile(saved)
    else {
      if (saved.current) storeProfile(saved)
      navigate(PATHS.profiles)
    }
    return undefined
  }
}

/** Creates a profile, and goes back to the profiles: the one in use stays, until another is chosen. `entersKids`: the way to kids mode leads on. */
function useCreate(entersKids: boolean): Save {
  const { edit } = useText('profiles')
  const navigate = useNavigate()
  const creating = useSubmit(createProfile, {
    invalidates: 'all',
    onSuccess: ({ profile }) => showToast({ text: edit.created(profile.name) }),
  })
  const choosing = useSubmit(chooseProfile, { toastsRefusals: true })
  return async ({ name, avatarId, childrenModel }) => {
    const answer = await creating.submit({ name: name.trim(), avatarId: avatarId as AvatarId, childrenModel })
    if (answer.result === 'FAILED') return nameRefusal(answer)
    const id = answer.profile.profileId
    const chosen = entersKids && answer.profile.childrenModel ? await choosing.submit({ profileId: id }) : undefined
    if (chosen && chosen.result !== 'FAILED') enterProfile(chosen.profile)
    else navigate(PATHS.profiles, { replace: true })
    return undefined
  }
}

/** The name is the only field with room for a message. */
function nameRefusal({ message, fields }: SubmitRefusal): FormRefusal {
  return fields?.name ? { message, fields: { name: fields.name } } : { message }
}

/** /profile: one profile to edit (`?profileId`), or a new one. */
export function ProfileScreen() {
  const { edit } = useText('profiles')
  const { profileId, forKids } = readProfileQuery(useLocation().search)
  const title = profileId ? edit.editTitle : edit.createTitle
  usePageTitle(title)
  return (
    <Screen title={title} className={styles.screen}>
      <ProfileToEdit key={profileId ?? ''} profileId={profileId} forKids={forKids} />
    </Screen>
  )
}

function ProfileToEdit({ profileId, forKids }: ReturnType<typeof readProfileQuery>) {
  const { edit, who, retry, loading } = useText('profiles')
  const list = useCall(profileList, {})
  const icons = useCall(profileIcons, {})
  const toList = { label: edit.toList, href: paths.profiles() }

  const failed = [list, icons].filter(({ isLoadingError }) => isLoadingError)
  if (failed.length > 0) {
    const again = () => void Promise.all(failed.map((one) => one.refetch()))
    return (
      <ErrorPanel
        title={list.isLoadingError ? who.failed : edit.avatarsFailed}
        text={failed[0]!.error?.message}
        action={{ label: retry, onClick: again }}
      />
    )
  }
  if (!list.data || !icons.data) {
    return (
      <div className={styles.awaited} data-awaited="">
        <Spinner size={40} label={loading} />
      </div>
    )
  }
  const profiles = list.data.data.profiles
  const profile = profiles.find((one) => one.profileId === profileId)
  if (profileId && !profile) return <ErrorPanel tone="plain" title={edit.gone} text={edit.goneText} action={toList} />
  if (!profile && profiles.length >= PROFILES_MAX)
    return <ErrorPanel tone="plain" title={edit.full(PROFILES_MAX)} text={edit.fullText} action={toList} />
  return <ProfileForm profile={profile} profiles={profiles} icons={icons.data.list} forKids={forKids} />
}

/** Reads the form's address: a profile's id, or a new one and whether it is for kids. */
function readProfileQuery(search: string): { profileId: string | undefined; forKids: boolean } {
  const query = new URLSearchParams(search)
  return { profileId: query.get('profileId') || undefined, forKids: query.get('kids') === '1' }
}

export interface ProfileFormProps {
  /** Undefined: creates a profile. */
  profile: Profile | undefined
  /** All profiles of the account, including this one. */
  profiles: readonly Profile[]
  icons: readonly AvatarIcon[]
  forKids: boolean
}

/** Edits or creates a profile: name, avatar, kids or not. An existing one can be deleted. */
export function ProfileForm({ profile, profiles, icons, forKids }: ProfileFormProps) {
  const { edit, busy } = useText('profiles')
  const form = useForm({
    schema: profileDraft,
    initial: draftOf(profile, { profiles, icons, forKids }),
    messageOf: ({ message }) => (message === 'empty' ? edit.nameMissing : edit.nameTooLong(PROFILE_NAME_MAX)),
    submit: useSaveProfile(profile, forKids),
  })
  const draft = form.values
  const isFirst = profile?.deletable === false
  const toggleKids = (kids: boolean) => {
    const taken = profiles.map(({ avatarId }) => avatarId)
    // A new profile's default avatar follows the kids switch until one is chosen.
    const isUntouched = !profile && draft.avatarId === firstAvatar(icons, taken, draft.childrenModel)
    form.set({ childrenModel: kids, ...(isUntouched ? { avatarId: firstAvatar(icons, taken, kids) } : {}) })
  }

  return (
    <form className={styles.form} {...form.form}>
      <div className={styles.head}>
        <Avatar
          src={icons.find(({ avatarId }) => avatarId === draft.avatarId)?.imageURL ?? profile?.avatar ?? ''}
          name={draft.name}
          size={112}
        />
        <div className={styles.name}>
          <NameField {...form.field('name')} takesFocus={!profile} />
        </div>
      </div>
      <div className={styles.panel}>
        <Switch
          label={edit.kids}
          checked={draft.childrenModel}
          disabled={isFirst}
          hint={isFirst ? edit.kidsFirst : edit.kidsHint}
          onChange={toggleKids}
        />
      </div>
      <AvatarGrid
        icons={icons}
        kidsFirst={draft.childrenModel}
        value={draft.avatarId}
        onChange={(avatarId) => form.set({ avatarId })}
      />
      {profile?.current && !profile.childrenModel ? <FavouriteGenres profile={profile} /> : null}
      <FormError>{form.formError}</FormError>
      <div className={styles.actions}>
        <Button look="primary" size="l" type="submit" busy={form.pending} busyText={busy}>
          {profile ? edit.save : edit.create}
        </Button>
        <Button size="l" href={paths.profiles()}>
          {edit.cancel}
        </Button>
        {profile ? <DeleteProfile profile={profile} /> : null}
      </div>
    </form>
  )
}

function draftOf(
  profile: Profile | undefined,
  { profiles, icons, forKids }: Omit<ProfileFormProps, 'profile'>,
): ProfileDraft {
  if (profile) return { name: profile.name, avatarId: profile.avatarId, childrenModel: profile.childrenModel }
  const taken = profiles.map(({ avatarId }) => avatarId)
  return { name: '', avatarId: firstAvatar(icons, taken, forKids), childrenModel: forKids }
}

/** The genres of the current profile, with a link to change them. */
function FavouriteGenres({ profile }: { profile: Profile }) {
  const { edit } = useText('profiles')
  const { cards } = useShellText()
  const navigate = useNavigate()
  return (
    <div className={styles.genres}>
      <div>
        <p className={styles.genresTitle}>{edit.genres}</p>
        <p className={styles.genresList}>
          {profile.preferences.map((genre) => cards.genres[genre]).join(cards.genreJoin) || edit.genresNone}
        </p>
      </div>
      <Button size="s" onClick={() => navigate(PATHS.moviePreference, { state: GENRES_FROM_FORM })}>
        {edit.genresEdit}
      </Button>
    </div>
  )
}

interface AvatarIcon {
  avatarId: string
  name: string
  imageURL: string
  kids: boolean
}

interface AvatarGridProps {
  icons: readonly AvatarIcon[]
  /** Lists those for children first. */
  kidsFirst: boolean
  value: string
  onChange: (avatarId: string) => void
}

/** The avatars in two groups, as one radio group. */
function AvatarGrid({ icons, kidsFirst, value, onChange }: AvatarGridProps) {
  const { edit } = useText('profiles')
  const titles = { adults: edit.adults, children: edit.children }
  const shown = kidsFirst ? (['children', 'adults'] as const) : (['adults', 'children'] as const)
  return (
    <fieldset className={styles.avatars}>
      <legend className={styles.legend}>{edit.avatar}</legend>
      {shown.map((group) => (
        <div key={group}>
          <p className={styles.group}>{titles[group]}</p>
          <div className={styles.grid}>
            {icons
              .filter((icon) => icon.kids === (group === 'children'))
              .map(({ avatarId, name, imageURL }) => (
                <label key={avatarId} className={styles.choice} title={name}>
                  <input
                    type="radio"
                    className={classNames('visually-hidden', styles.input)}
                    name="avatar"
                    checked={avatarId === value}
                    onChange={() => onChange(avatarId)}
                  />
                  <Avatar src={imageURL} name={name} className={styles.picture} />
                  <span className="visually-hidden">{name}</span>
                </label>
              ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

/** Deletes the profile, or shows why it cannot be deleted. */
function DeleteProfile({ profile }: { profile: Profile }) {
  const { edit } = useText('profiles')
  const [isAsking, setAsking] = useState(false)
  const obstacle = deletionObstacle(profile)
  if (obstacle) return <p className={styles.bar}>{obstacle === 'first' ? edit.notDeletable : edit.inUse}</p>
  return (
    <>
      <Button look="text" size="l" className={styles.delete} onClick={() => setAsking(true)}>
        {edit.delete}
      </Button>
      {isAsking ? <DeleteDialog profile={profile} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

/** Confirms the deletion. */
function DeleteDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { edit, close, busy } = useText('profiles')
  const navigate = useNavigate()
  const { submit, pending, refusal } = useSubmit(deleteProfile, {
    toast: edit.deleted(profile.name),
    invalidates: 'all',
    onSuccess: () => navigate(PATHS.profiles, { replace: true }),
  })
  return (
    <Dialog title={edit.deleteTitle(profile.name)} closeLabel={close} onClose={onClose}>
      <p className={styles.lost}>{edit.deleteText}</p>
      <FormError>{refusal?.message}</FormError>
      <DialogActions
        main={{
          label: edit.deleteGo,
          onClick: () => void submit({ profileId: profile.profileId }),
          busy: pending,
          busyText: busy,
          danger: true,
        }}
        cancel={{ label: edit.cancel, onClick: onClose }}
      />
    </Dialog>
  )
}

interface NameFieldProps extends FieldProps {
  /** Focused on mount. */
  takesFocus?: boolean
}

/** A profile's name with a character count. Text that is still being composed (Cangjie, Zhuyin) is not counted. */
function NameField({ name, value, onChange, error, takesFocus }: NameFieldProps) {
  const { edit } = useText('profiles')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** The name before the current composition. */
  const [before, setBefore] = useState<string>()
  const { count, state } = readName(before ?? value)
  const isLong = state === 'too-long'
  const message = error ?? (isLong ? edit.nameTooLong(PROFILE_NAME_MAX) : undefined)
  const hint = edit.nameHint(PROFILE_NAME_MAX)
  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true })
  }, [takesFocus])

  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {edit.name}
      </label>
      <div className={classNames(fieldStyles.box, message && fieldStyles.wrong)}>
        <input
          ref={input}
          id={id}
          className={fieldStyles.input}
          type="text"
          name={name}
          autoComplete="off"
          enterKeyHint="done"
          value={value}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${noteIds(id, { hint, error: message })} ${id}-count`}
          onChange={(event) => onChange(event.currentTarget.value)}
          onCompositionStart={() => setBefore(value)}
          onCompositionEnd={() => setBefore(undefined)}
        />
        <span id={`${id}-count`} className={classNames(styles.count, isLong && styles.over)}>
          {edit.count(count, PROFILE_NAME_MAX)}
        </span>
      </div>
      <FieldNotes id={id} hint={hint} error={message} />
    </div>
  )
}
