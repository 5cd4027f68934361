import { contactWords } from '#domain/contactWords.ts';
import { toast } from '#ui/feedback/toasts.ts';

/** Says why an act does nothing while the server does not answer. */
export const sayNeedsConnection = () => toast('connection', contactWords.needsConnection);
