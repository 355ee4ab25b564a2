import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { saleDetail, saleList } from '#contract/sales.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { numbers } from '#text/zh_HK/numbers.ts'
import { sales as text } from '#text/zh_HK/sales.ts'
import { keepCartText, keepDeliveryDraft } from '#web/viewer/payments/sale-draft.ts'
import { accountOf, logInMember } from '../../../../test/support/codes-web.ts'
import { expectFieldError } from '../../../../test/support/field-error.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { SpecialSalesScreen } from './special-sales-screen.tsx'

const SALE = {
  saleId: 'winter',
  title: '冬日影碟特賣',
  description: '',
  imageURL: '',
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2099-12-06T15:59:59Z',
  goods: [
    {
      goodsId: 'A',
      saleId: 'winter',
      programId: 'A',
      classify: 'movie',
      medium: 'dvd',
      title: '片 A',
      detail: '',
      description: '',
      imageURL: '',
      amount: 16_800,
      currency: 'HKD',
      stock: 'available',
      available: 52,
      addedAt: '2026-11-20T10:00:00Z',
    },
  ],
}
const DETAIL = {
  sale: SALE,
  lockers: [{ lockerCode: 'H852-07', region: 'HK', district: '沙田', address: '城門河畔路 8 號' }],
  freight: [{ countries: ['GB'], first: 18_000, further: 4_500 }],
  providers: ['paypal'],
}
const PICKUP = {
  method: 'pickup',
  recipient: '陳子晴',
  areaCode: '852',
  mobileno: '9123 4567',
  phone: '',
  address: '沙田',
  lockerCode: 'H852-07',
  country: '',
  postcode: '',
}
const OVERSEAS = { ...PICKUP, method: 'overseas', lockerCode: '', country: 'GB', phone: '+44 20 7946 0000' }

beforeEach(() => sessionStorage.clear())

const { order } = text

test.each([
  ['a recipient', { ...PICKUP, recipient: '' }, order.recipient, fields.missing],
  ['the mobile number of the recipient', { ...PICKUP, mobileno: '' }, numbers.mobile, fieldRules.MOBILE],
  ['one of eight digits', { ...PICKUP, mobileno: '9123' }, numbers.mobile, fieldRules.MOBILE],
  ['a locker code', { ...PICKUP, lockerCode: '' }, order.lockerCode, fields.missing],
  ['a locker that there is', { ...PICKUP, lockerCode: 'H852-99' }, order.lockerCode, order.lockerUnknown],
  ['a recipient overseas', { ...OVERSEAS, recipient: '' }, order.recipient, fields.missing],
  ['an address', { ...OVERSEAS, address: '' }, order.address, fields.missing],
  ['a contact phone', { ...OVERSEAS, phone: '12' }, order.phone, fieldRules.PHONE_ABROAD],
])('SPEC 5: a delivery needs %s', async (_, delivery, label, sentence) => {
  logInMember()
  keepCartText('winter', '{"A":1}')
  keepDeliveryDraft('91234567', delivery)
  const { user, at } = await renderWeb(<SpecialSalesScreen />, {
    path: '/special-sales',
    reads: [
      [saleList, { list: [SALE] }],
      [saleDetail, DETAIL],
      // Nothing of the member fills in what is left empty.
      [userProfile, { profile: { ...accountOf().profile, name: '', mobileno: '' } }],
    ] as never,
  })
  const panel = within(await screen.findByRole('region', { name: order.title }))
  await user.click(await panel.findByRole('button', { name: new RegExp(`^${order.submit}`, 'u') }))
  await expectFieldError(label, sentence)
  expect(at.current).toBe('/special-sales')
})
