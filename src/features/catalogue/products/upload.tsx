import { Page } from '#ui/Page.tsx';
export function ProductUpload({ brandName }: { brandId: string; brandName: string }) {
  return <Page title={`Upload products of ${brandName}`}>{null}</Page>;
}
