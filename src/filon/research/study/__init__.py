"""Studies: many matches on many machines, and games as rows of Parquet files (docs/data.md)."""

from filon.research.study.playing import StudyResult, play_study
from filon.research.study.study_file import Study, StudyMatch, StudyRefused, read_study, study_of

__all__ = ["Study", "StudyMatch", "StudyRefused", "StudyResult", "play_study", "read_study", "study_of"]
