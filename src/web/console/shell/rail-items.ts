import type { ConsoleShellText } from '#text/zh_HK/console-shell.ts'
import {
  CreditIcon,
  PackageIcon,
  PassIcon,
  PeopleIcon,
  PersonIcon,
  ReceiptIcon,
  RedeemIcon,
  ShieldIcon,
  SparklesIcon,
  TicketIcon,
} from '#web/ui/feature-icons.tsx'
import { FilmIcon } from '#web/ui/icons.tsx'
import {
  AnnouncementIcon,
  ApprovalIcon,
  CommentsIcon,
  CompensationIcon,
  ContactIcon,
  CounterIcon,
  CustomersIcon,
  HomeIcon,
  ImportIcon,
  IngestIcon,
  PagesIcon,
  PartnersIcon,
  ReportsIcon,
  SettingsIcon,
  SubmissionsIcon,
  TagIcon,
} from '../widgets/icons.ts'
import { PATHS } from './paths.ts'

interface RailItem {
  readonly name: keyof ConsoleShellText['screens']
  readonly path: string
  /** After `g`, while there are letters left. */
  readonly letter?: string
  readonly Icon: typeof HomeIcon
  readonly group?: 'content' | 'business' | 'members' | 'system'
}

export const RAIL: readonly RailItem[] = [
  { name: 'home', path: PATHS.home, letter: 'h', Icon: HomeIcon },
  { name: 'titles', path: PATHS.titles, letter: 't', Icon: FilmIcon, group: 'content' },
  { name: 'people', path: PATHS.people, letter: 'e', Icon: PersonIcon, group: 'content' },
  { name: 'ingest', path: PATHS.ingest, letter: 'i', Icon: IngestIcon, group: 'content' },
  { name: 'imports', path: PATHS.imports, letter: 'b', Icon: ImportIcon, group: 'content' },
  { name: 'pages', path: PATHS.pages, letter: 'p', Icon: PagesIcon, group: 'content' },
  { name: 'cinema', path: PATHS.cinema, letter: 'm', Icon: TicketIcon, group: 'content' },
  { name: 'screenings', path: PATHS.screenings, letter: 'w', Icon: PassIcon, group: 'content' },
  { name: 'sales', path: PATHS.sales, letter: 'd', Icon: PackageIcon, group: 'content' },
  { name: 'campaigns', path: PATHS.campaigns, letter: 'c', Icon: SparklesIcon, group: 'content' },
  { name: 'plans', path: PATHS.plans, letter: 'k', Icon: TagIcon, group: 'business' },
  { name: 'codes', path: PATHS.codes, letter: 'z', Icon: RedeemIcon, group: 'business' },
  { name: 'partners', path: PATHS.partners, letter: 'f', Icon: PartnersIcon, group: 'business' },
  { name: 'orders', path: PATHS.orders, letter: 'r', Icon: ReceiptIcon, group: 'business' },
  { name: 'payments', path: PATHS.payments, letter: 'y', Icon: CreditIcon, group: 'business' },
  { name: 'reports', path: PATHS.reports, letter: 'n', Icon: ReportsIcon, group: 'business' },
  { name: 'customers', path: PATHS.customers, letter: 'u', Icon: CustomersIcon, group: 'members' },
  { name: 'compensations', path: PATHS.compensations, Icon: CompensationIcon, group: 'members' },
  { name: 'comments', path: PATHS.comments, letter: 'v', Icon: CommentsIcon, group: 'members' },
  { name: 'contact', path: PATHS.contact, letter: 'q', Icon: ContactIcon, group: 'members' },
  { name: 'submissions', path: PATHS.submissions, letter: 'j', Icon: SubmissionsIcon, group: 'members' },
  { name: 'tickets', path: PATHS.tickets, letter: 'x', Icon: CounterIcon, group: 'members' },
  { name: 'announcements', path: PATHS.announcements, letter: 'g', Icon: AnnouncementIcon, group: 'members' },
  { name: 'approvals', path: PATHS.approvals, letter: 'a', Icon: ApprovalIcon, group: 'system' },
  { name: 'operators', path: PATHS.operators, letter: 'o', Icon: PeopleIcon, group: 'system' },
  { name: 'settings', path: PATHS.settings, letter: 's', Icon: SettingsIcon, group: 'system' },
  { name: 'audit', path: PATHS.audit, letter: 'l', Icon: ShieldIcon, group: 'system' },
]
