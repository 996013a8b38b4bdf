/** The pages of reports, which the worker loads when one is written. */
export { cellReportPage } from 'inbetween/report';
