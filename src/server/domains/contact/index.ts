/**
 * Messages to the operators: taken in with a proven e-mail address, kept sealed, answered by e-mail, deleted when their time is over.
 * Owns the table contact_message. Never decides who has proved an address (accounts), and keeps no image itself (uploads).
 */
export { createContact, type Contact, type ContactSender } from './contact.service.ts'
export {
  CONTACT_STATES,
  type CaseAction,
  type ContactCase,
  type ContactDraft,
  type ContactState,
  type OpenedCase,
} from './contact-model.ts'
