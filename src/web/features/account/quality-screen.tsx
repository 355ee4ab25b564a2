import { updateUserProfile } from '#contract/accounts.ts'
import { QUALITIES, type Quality } from '#contract/fields.ts'
import { useAccount, useKeepAccount } from '#web/viewer/account/use-account.ts'
import { setTrailers, useTrailerSetting } from '#web/viewer/cards/trailer-setting.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber, formatScore } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { dataUse, dataUse4k } from './data-use.rules.ts'
import { PanelSkeleton } from '#web/ui/panel.tsx'
import { ScreenHead } from '#web/ui/screen-head.tsx'
import styles from './form-screen.module.css'

/** The data usage setting; a choice is saved at once. */
export function QualityScreen() {
  const { quality: text } = useText('account')
  const stored = useAccount().data?.profile.quality
  return (
    <>
      <ScreenHead title={text.title} text={text.text} />
      {/* Together: the setting of the device would move when the one above it arrives. */}
      {stored ? (
        <>
          <QualityChoice stored={stored} />
          <TrailerChoice />
        </>
      ) : (
        <PanelSkeleton lines={6} />
      )}
    </>
  )
}

/** Whether trailers play by themselves on this device; a choice is kept at once. */
function TrailerChoice() {
  const { quality: text } = useText('account')
  const isOn = useTrailerSetting()
  return (
    <CheckField
      className={styles.trailers}
      name="trailers"
      label={text.trailers}
      hint={text.trailersHint}
      checked={isOn}
      onChange={setTrailers}
    />
  )
}

function QualityChoice({ stored }: { stored: Quality }) {
  const { quality: text, saved } = useText('account')
  const keep = useKeepAccount()
  const describeUsage = useUsageText()
  const saving = useSubmit(updateUserProfile, {
    concurrent: true,
    toast: saved,
    onSuccess: ({ profile }) => keep(profile),
  })

  return (
    <div className={styles.form}>
      <RadioField
        className={styles.lines}
        look="list"
        name="quality"
        label={<span className="visually-hidden">{text.title}</span>}
        // The choice shows at once, and is taken back when it is refused.
        value={saving.pendingInput?.quality ?? stored}
        choices={QUALITIES.map((value) => ({
          value,
          label: text.options[value].name,
          note: `${text.options[value].text}\n${describeUsage(value)}`,
        }))}
        onChange={(value) => void saving.submit({ quality: value as Quality })}
      />
      <FormError>{saving.refusal?.message}</FormError>
    </div>
  )
}

/** Describes the usage of a setting: height, Mb/s, MB/h. */
function useUsageText(): (quality: Quality) => string {
  const { quality: text } = useText('account')
  const { language } = useCallContext()
  return (quality) => {
    const { lines, mbps, mbPerHour } = dataUse(quality)
    const facts = [
      text.upTo(lines),
      text.speed(formatScore(mbps, language)),
      text.hour(formatNumber(mbPerHour, language)),
    ]
    const plain = joinFacts(facts, language)
    if (quality !== 'auto') return plain
    const uhd = dataUse4k()
    return `${plain}\n${text.uhd(formatScore(uhd.mbps, language), formatNumber(uhd.mbPerHour, language))}`
  }
}
