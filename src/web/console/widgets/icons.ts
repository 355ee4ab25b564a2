import bellOff from 'lucide/dist/esm/icons/bell-off.mjs'
import clipboardCheck from 'lucide/dist/esm/icons/clipboard-check.mjs'
import contactCard from 'lucide/dist/esm/icons/contact-round.mjs'
import lifeBuoy from 'lucide/dist/esm/icons/life-buoy.mjs'
import columns from 'lucide/dist/esm/icons/columns-3.mjs'
import history from 'lucide/dist/esm/icons/clock-arrow-left.mjs'
import grip from 'lucide/dist/esm/icons/grip-vertical.mjs'
import help from 'lucide/dist/esm/icons/circle-question-mark.mjs'
import homeShape from 'lucide/dist/esm/icons/house.mjs'
import sheet from 'lucide/dist/esm/icons/file-spreadsheet.mjs'
import ingest from 'lucide/dist/esm/icons/arrow-up-to-line.mjs'
import keyboard from 'lucide/dist/esm/icons/keyboard.mjs'
import layout from 'lucide/dist/esm/icons/layout-grid.mjs'
import mail from 'lucide/dist/esm/icons/mail.mjs'
import messageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import megaphone from 'lucide/dist/esm/icons/megaphone.mjs'
import merge from 'lucide/dist/esm/icons/git-merge.mjs'
import handshake from 'lucide/dist/esm/icons/handshake.mjs'
import chart from 'lucide/dist/esm/icons/chart-line.mjs'
import scan from 'lucide/dist/esm/icons/scan-line.mjs'
import sliders from 'lucide/dist/esm/icons/sliders-horizontal.mjs'
import inbox from 'lucide/dist/esm/icons/inbox.mjs'
import tag from 'lucide/dist/esm/icons/tag.mjs'
import userPlus from 'lucide/dist/esm/icons/user-plus.mjs'
import { icon } from '#web/ui/icon.tsx'

export const AnnouncementIcon = icon(megaphone)
export const ApprovalIcon = icon(clipboardCheck)
export const CommentsIcon = icon(messageSquare)
export const CompensationIcon = icon(lifeBuoy)
export const ContactIcon = icon(mail)
export const CounterIcon = icon(scan)
export const CustomersIcon = icon(contactCard)
export const ColumnsIcon = icon(columns)
export const GripIcon = icon(grip)
export const HelpIcon = icon(help)
export const HomeIcon = icon(homeShape)
export const HistoryIcon = icon(history)
export const ImportIcon = icon(sheet)
export const IngestIcon = icon(ingest)
export const KeyboardIcon = icon(keyboard)
export const MergeIcon = icon(merge)
export const PagesIcon = icon(layout)
export const PartnersIcon = icon(handshake)
export const ReportsIcon = icon(chart)
export const SilencedIcon = icon(bellOff)
export const SettingsIcon = icon(sliders)
export const SubmissionsIcon = icon(inbox)
export const InviteIcon = icon(userPlus)
export const TagIcon = icon(tag)
