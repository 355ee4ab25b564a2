import { GIFT_CARD_DESIGNS, type GiftCardDesign } from '#contract/gift-card-designs.ts'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { GiftCardThumbnail } from '#web/ui/gift-card-art.tsx'
import { useText } from '#web/kit/text.ts'

interface DesignFieldProps {
  value: GiftCardDesign
  onChange: (design: GiftCardDesign) => void
}

/** The picture of the card (DESIGN, picture 17). */
export function DesignField({ value, onChange }: DesignFieldProps) {
  const { buy: text, designs } = useText('giftCards')
  return (
    <RadioField
      look="pictures"
      name="design"
      label={text.design}
      value={value}
      onChange={(chosen) => onChange(chosen as GiftCardDesign)}
      choices={GIFT_CARD_DESIGNS.map((design) => ({
        value: design,
        label: designs[design],
        picture: <GiftCardThumbnail design={design} />,
      }))}
    />
  )
}
