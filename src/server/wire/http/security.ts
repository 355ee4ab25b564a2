import { API_PAGE_STYLE } from '../api-page.ts'
import type { BuiltApp, ContentPolicy, HttpConfig, HttpDeps } from './http-deps.ts'
import type { Origins } from './origins.ts'

/** By type of response, computed once. */
export interface SecurityHeaders {
  /** Data, files, refusals: run and load nothing. */
  readonly data: Readonly<Record<string, string>>
  readonly page: Readonly<Record<string, string>>
  /** As a page, in a frame of the console. */
  readonly preview: Readonly<Record<string, string>>
  readonly appPage: (app: Pick<BuiltApp, 'policy'>) => Readonly<Record<string, string>>
  /** Without scripts (API page, plain errors); the API page's style by its hash. */
  readonly document: Readonly<Record<string, string>>
}

const HSTS_SECONDS = 31_536_000
const FEATURES = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

type Pages = Pick<HttpDeps, 'site' | 'formBases'>

export function securityHeaders(config: HttpConfig, { hosts }: Origins, pages: Pages): SecurityHeaders {
  const all = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(config.PUBLIC_URL?.startsWith('https:') && {
      'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
  }
  const document = {
    ...all,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
  }
  return {
    data: { ...all, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
    page: { ...document, 'content-security-policy': policyText(sitePolicy(hosts, pages)) },
    preview: {
      ...document,
      'content-security-policy': policyText({
        ...sitePolicy(hosts, pages),
        'form-action': ["'none'"],
        'frame-ancestors': [config.CONSOLE_URL === undefined ? "'self'" : new URL(config.CONSOLE_URL).origin],
      }),
    },
    appPage: ({ policy }) => ({ ...document, 'content-security-policy': policyText({ ...APP_POLICY, ...policy }) }),
    document: {
      ...document,
      'content-security-policy': `default-src 'none'; style-src ${API_PAGE_STYLE}; base-uri 'none'; frame-ancestors 'none'`,
    },
  }
}

const APP_POLICY: ContentPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

const sitePolicy = (hosts: readonly string[], { site, formBases = [] }: Pages): ContentPolicy => ({
  'default-src': ["'self'"],
  'script-src': ["'self'", ...(site?.scriptHashes ?? [])],
  'style-src': ["'self'", ...(site?.styleHashes ?? [])],
  'img-src': ["'self'", 'data:', ...hosts],
  'font-src': ["'self'"],
  'media-src': ["'self'", 'blob:', ...hosts],
  'connect-src': ["'self'", ...hosts],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'", ...new Set(formBases.map((base) => new URL(base).origin))],
})

const policyText = (policy: ContentPolicy): string =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
