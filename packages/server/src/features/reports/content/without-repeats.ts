// The data of a report as the built-in templates show it: tasks stand with their pin, so texts of the pin that a task only
// repeats are left out, and so is a logo below that already stands above. Own templates get the complete data.
import type { ReportData, ReportTask } from '@plumbline/core/features/reports/report-data';

function shown(task: ReportTask): ReportTask {
  const { title, description, pin } = task;
  const said = description.trim();
  return {
    ...task,
    description: said === pin.title.trim() || said === title.trim() ? '' : description,
    // The number remains.
    pin: pin.number !== null && pin.title.trim() === title.trim() ? { ...pin, title: '' } : pin,
  };
}

export function withoutRepeats(data: ReportData): ReportData {
  const pins = data.pins.map((pin) => ({ ...pin, tasks: pin.tasks.map(shown) }));
  const { logo, footerLogo } = data.project;
  const project = { ...data.project, footerLogo: footerLogo?.id === logo?.id ? null : footerLogo };
  return { ...data, project, pins, tasks: data.tasks.map(shown) };
}
