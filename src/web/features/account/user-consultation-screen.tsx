import { updateUserProfile, type UserProfile } from '#contract/accounts.ts'
import { GENDERS, GENRES_MAX } from '#contract/fields.ts'
import { GENRES, type Genre } from '#contract/genres.ts'
import { useAccount, useKeepAccount } from '#web/viewer/account/use-account.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { BirthdayField, EmailField } from '#web/ui/form/person-fields.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { EmailNotice } from './email-notice.tsx'
import { PanelSkeleton } from '#web/ui/panel.tsx'
import { ScreenHead } from '#web/ui/screen-head.tsx'
import styles from './form-screen.module.css'
import { sectionLink } from '#web/viewer/navigation/help-links.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { Switch } from '#web/ui/switch.tsx'

/** Edits the member's details. */
export function UserConsultationScreen() {
  const { consultation: text } = useText('account')
  const profile = useAccount().data?.profile
  return (
    <>
      <ScreenHead title={text.title} />
      {profile ? (
        <>
          <DetailsForm profile={profile} />
          <MarketingConsent agreed={profile.agreeMarketing} />
        </>
      ) : (
        <PanelSkeleton lines={8} />
      )}
    </>
  )
}

function DetailsForm({ profile }: { profile: UserProfile }) {
  const { consultation: text, facts, save, saved } = useText('account')
  const { day } = useText('fields')
  const { site } = useShellText()
  const keep = useKeepAccount()
  const { name, email, birthday, gender, genres } = profile
  const { submit } = useSubmit(updateUserProfile, {
    onSuccess: (answer) => {
      keep(answer.profile)
      showToast({ text: answer.profile.email === email ? saved : text.emailChanged })
    },
  })
  const form = useForm({
    schema: updateUserProfile.input,
    initial: { name, email, birthday, gender: gender as string, genres: genres as readonly string[] },
    submit,
  })
  return (
    <form className={styles.form} {...form.form}>
      <TextField label={facts.name} autoComplete="name" {...form.field('name')} />
      <EmailField label={facts.email} hint={text.emailHint} {...form.field('email')} />
      {profile.emailValid ? null : <EmailNotice email={profile.email} />}
      <BirthdayField label={facts.birthday} hint={day.hint} text={day} {...form.field('birthday')} />
      <RadioField
        label={facts.gender}
        choices={GENDERS.map((value) => ({ value, label: facts.genders[value] }))}
        {...form.field('gender')}
      />
      <GenreChoice chosen={form.values.genres} onChange={(chosen) => form.set({ genres: chosen })} />
      <FormError>{form.formError}</FormError>
      <div className={styles.actions}>
        <Button look="primary" type="submit" busy={form.pending} busyText={site.busy}>
          {save}
        </Button>
      </div>
    </form>
  )
}

/** Up to three genres; at the maximum, the others are disabled. */
function GenreChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const { consultation: text, facts } = useText('account')
  const isFull = chosen.length >= GENRES_MAX
  const toggle = (genre: Genre, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, genre] : chosen.filter((other) => other !== genre))
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{facts.genres}</legend>
      <p className={styles.hint} aria-live="polite">
        {isFull ? text.genresFull(GENRES_MAX) : text.genresHint(GENRES_MAX)}
      </p>
      <div className={styles.grid}>
        {GENRES.map((genre) => (
          <CheckField
            key={genre}
            name="genres"
            label={facts.genreNames[genre]}
            checked={chosen.includes(genre)}
            disabled={isFull && !chosen.includes(genre)}
            onChange={(isChosen) => toggle(genre, isChosen)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Consent to direct marketing, apart from the details: saved at once, withdrawn as easily as given. */
function MarketingConsent({ agreed }: { agreed: boolean }) {
  const { consultation: text } = useText('account')
  const keep = useKeepAccount()
  const { submit, pending, pendingInput, refusal } = useSubmit(updateUserProfile, {
    onSuccess: ({ profile }) => {
      keep(profile)
      showToast({ text: profile.agreeMarketing ? text.marketingOn : text.marketingOff })
    },
  })
  return (
    <div className={styles.consent}>
      <Switch
        label={text.marketing}
        hint={
          <>
            {text.marketingHint}{' '}
            <a className={styles.consentLink} href={sectionLink(PATHS.collection, 'marketing')}>
              {text.marketingLink}
            </a>
          </>
        }
        checked={pending ? pendingInput?.agreeMarketing === true : agreed}
        onChange={(agreeMarketing) => void submit({ agreeMarketing })}
      />
      <FormError>{refusal?.message}</FormError>
    </div>
  )
}
