import { updateUserProfile } from '#contract/accounts.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { useKeepAccount } from '#web/viewer/account/use-account.ts'
import { sectionLink } from '#web/viewer/navigation/help-links.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { FormError } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import styles from './form-screen.module.css'

/** Consent to direct marketing, apart from the details: saved at once, withdrawn as easily as given. */
export function MarketingConsent({ agreed }: { agreed: boolean }) {
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
