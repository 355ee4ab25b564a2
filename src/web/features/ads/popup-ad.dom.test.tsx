import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { homePopupAd } from '#contract/banners.ts'
import { ads } from '#text/zh_HK/promotions.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { PopupAd } from './popup-ad.tsx'

const { image } = vi.hoisted(() => ({ image: { decoded: true } }))
vi.mock('./ad-image.ts', () => ({ decodeImage: async () => image.decoded }))
afterEach(() => {
  image.decoded = true
})

const banner = {
  bannerImage: '/i/a/b.webp',
  bannerType: 'url',
  movieId: '',
  url: 'https://partner.example/x',
  title: '優惠',
  subtitle: '',
}

async function open(adList: object[], mayOpen = true) {
  const onClose = vi.fn<() => void>()
  await renderWeb(<PopupAd mayOpen={() => mayOpen} onClose={onClose} />, { reads: [[homePopupAd, { adList }]] })
  return onClose
}

test('shows an ad; another site opens beside this one and is named', async () => {
  await open([banner])
  await screen.findByRole('dialog', { name: '優惠' })
  const link = await screen.findByRole('link', { name: ads.outside('partner.example') })
  expect(link.getAttribute('href')).toBe('https://partner.example/x')
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])
})

test('an address that must not be followed has no button', async () => {
  await open([{ ...banner, url: 'javascript:alert(1)' }])
  await screen.findByRole('dialog', { name: '優惠' })
  expect(screen.queryByRole('link')).toBeNull()
})

test('is over without an ad, and when the page is no longer free', async () => {
  const empty = await open([])
  await vi.waitFor(() => expect(empty).toHaveBeenCalled())
  const late = await open([banner], false)
  await vi.waitFor(() => expect(late).toHaveBeenCalled())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('does not open without its image', async () => {
  image.decoded = false
  const onClose = await open([banner])
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(screen.queryByRole('dialog')).toBeNull()
})
