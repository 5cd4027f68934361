/** API-25: what brands, categories and manufacturers have before somebody uploads a logo. */
export const PLACEHOLDER_UPLOAD = 'upload_placeholder';
