import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PassIcon } from '#web/ui/feature-icons.tsx'
import { Screen } from '#web/ui/screen.tsx'

/** In place of the plans, for a telecom partner's member, who cannot buy any. */
export function TelecomScreen() {
  const { card: text } = useText('plans')
  return (
    <Screen>
      <ErrorPanel
        isScreen
        tone="plain"
        icon={<PassIcon size={26} />}
        {...text.refusals.TELECOM_PARTNER}
        action={{ label: text.toVouchers, href: paths.setup() }}
      />
    </Screen>
  )
}
